/** What an address has beside its country, in the order in which most forms ask for it. */
export const ADDRESS_PARTS = ['line1', 'line2', 'postal_code', 'city', 'state'] as const
export type AddressPart = (typeof ADDRESS_PARTS)[number]

export interface WantedPart {
  readonly part: AddressPart
  readonly isRequired: boolean
}

/** Countries without postal codes, or where hardly anybody uses them (Universal Postal Union, addressing systems). */
const WITHOUT_POSTAL_CODE = new Set(
  'AE AG AI AN AO AW BB BF BI BJ BM BO BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GD GH GM GN GQ GY HK JM KI KM KN KP LC LY ML MO MR MS MW NR NU PA QA RW SB SC SL SR SS ST SX SY TD TF TG TK TO TT TV UG VC VU YE ZW'.split(
    ' ',
  ),
)

/** Countries where a letter needs the state, the province or the prefecture. */
const WITH_STATE = new Set('AR AU BR CA CN ES ID IN IT JP KR MX MY NG PH RU TH TR TW UA US VE'.split(' '))

/** Countries where the tax depends on where in it the buyer lives. */
const TAXED_BY_PART: Readonly<Record<string, readonly AddressPart[]>> = {
  US: ['postal_code', 'state'],
  CA: ['postal_code', 'state'],
}

/** English-speaking places write the city before the code. */
const CITY_FIRST = new Set('AU CA GB IE IN NZ US ZA'.split(' '))

/** What the tax depends on, for a person. */
export function taxedParts(country: string): readonly WantedPart[] {
  return (TAXED_BY_PART[country] ?? []).map((part) => ({ part, isRequired: true }))
}

/** What an invoice needs, for a company, in the order of its country. */
export function invoiceParts(country: string): readonly WantedPart[] {
  if (country === '') return []
  const code: WantedPart[] = WITHOUT_POSTAL_CODE.has(country) ? [] : [{ part: 'postal_code', isRequired: true }]
  const city: WantedPart = { part: 'city', isRequired: true }
  const state: WantedPart[] = WITH_STATE.has(country) ? [{ part: 'state', isRequired: true }] : []
  const place = CITY_FIRST.has(country) ? [city, ...state, ...code] : [...code, city, ...state]
  return [{ part: 'line1', isRequired: true }, { part: 'line2', isRequired: false }, ...place]
}

/** Chosen from a list where one is short and everybody knows it. */
const STATES: Readonly<Record<string, string>> = {
  AU: 'ACT:Australian Capital Territory|NSW:New South Wales|NT:Northern Territory|QLD:Queensland|SA:South Australia|TAS:Tasmania|VIC:Victoria|WA:Western Australia',
  CA: 'AB:Alberta|BC:British Columbia|MB:Manitoba|NB:New Brunswick|NL:Newfoundland and Labrador|NS:Nova Scotia|NT:Northwest Territories|NU:Nunavut|ON:Ontario|PE:Prince Edward Island|QC:Quebec|SK:Saskatchewan|YT:Yukon',
  US: 'AL:Alabama|AK:Alaska|AZ:Arizona|AR:Arkansas|CA:California|CO:Colorado|CT:Connecticut|DE:Delaware|DC:District of Columbia|FL:Florida|GA:Georgia|HI:Hawaii|ID:Idaho|IL:Illinois|IN:Indiana|IA:Iowa|KS:Kansas|KY:Kentucky|LA:Louisiana|ME:Maine|MD:Maryland|MA:Massachusetts|MI:Michigan|MN:Minnesota|MS:Mississippi|MO:Missouri|MT:Montana|NE:Nebraska|NV:Nevada|NH:New Hampshire|NJ:New Jersey|NM:New Mexico|NY:New York|NC:North Carolina|ND:North Dakota|OH:Ohio|OK:Oklahoma|OR:Oregon|PA:Pennsylvania|RI:Rhode Island|SC:South Carolina|SD:South Dakota|TN:Tennessee|TX:Texas|UT:Utah|VT:Vermont|VA:Virginia|WA:Washington|WV:West Virginia|WI:Wisconsin|WY:Wyoming',
}

export interface Region {
  readonly value: string
  readonly label: string
}

/** Null where the buyer types it. */
export function statesOf(country: string): readonly Region[] | null {
  const list = Object.hasOwn(STATES, country) ? STATES[country] : undefined
  if (list === undefined) return null
  return list.split('|').map((entry) => {
    const [value = '', label = ''] = entry.split(':')
    return { value, label }
  })
}
