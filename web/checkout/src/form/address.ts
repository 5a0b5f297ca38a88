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

/** City-states: whoever lives there names no city. */
const WITHOUT_CITY = new Set(['GI', 'SG'])

/** Countries where the tax depends on where in it the buyer lives. */
const TAXED_BY_PART: Readonly<Record<string, readonly AddressPart[]>> = {
  US: ['postal_code', 'state'],
  CA: ['postal_code', 'state'],
}

/** Where the code ends the address. */
const CODE_LAST = new Set('AS AU BR CA GB GG GU ID IE IM IN JE MP NZ PR RU SA TH UA US VI ZA'.split(' '))

/** Where an address goes from the country to the door, and not from the door to the country. */
const LARGEST_FIRST = new Set('CN JP KR TW'.split(' '))

/** What people call a part, by the countries that have a word of their own. All that name a state are asked for one. */
const NAMES = {
  postal_code: { zip_code: 'AS GU MP PR US VI', postcode: 'AU GB GG IM JE NZ', eircode: 'IE', pin_code: 'IN' },
  city: { town: 'GB GG IE IM JE', suburb: 'AU', district: 'HK TW', city_or_district: 'KR' },
  state: {
    state: 'AU BR IN MX MY NG US VE',
    province: 'AR CA CN ES ID IT PH TH TR',
    prefecture: 'JP',
    emirate: 'AE',
    county: 'IE',
    department: 'CO',
    region: 'RU UA',
    county_or_city: 'TW',
    province_or_city: 'KR',
  },
} as const

type Names = typeof NAMES
type PartName = AddressPart | { [Part in keyof Names]: keyof Names[Part] }[keyof Names]

function ownName(part: AddressPart, country: string): PartName | undefined {
  const names: Readonly<Record<string, string>> = part === 'line1' || part === 'line2' ? {} : NAMES[part]
  const [name] = Object.entries(names).find(([, countries]) => countries.split(' ').includes(country)) ?? []
  return name as PartName | undefined
}

/** Which word stands at the field. The words themselves depend on the language. */
export const partName = (part: AddressPart, country: string): PartName => ownName(part, country) ?? part

/** All parts, in the order in which the people of a country write them. */
export function partsInOrder(country: string): readonly AddressPart[] {
  if (LARGEST_FIRST.has(country)) return ['postal_code', 'state', 'city', 'line1', 'line2']
  if (CODE_LAST.has(country)) return ['line1', 'line2', 'city', 'state', 'postal_code']
  return ADDRESS_PARTS
}

/** What the tax depends on, for a person. */
export function taxedParts(country: string): readonly WantedPart[] {
  const parts = (Object.hasOwn(TAXED_BY_PART, country) && TAXED_BY_PART[country]) || []
  return partsInOrder(country)
    .filter((part) => parts.includes(part))
    .map((part) => ({ part, isRequired: true }))
}

/** What an invoice needs, for a company, in the order of its country. */
export function invoiceParts(country: string): readonly WantedPart[] {
  if (country === '') return []
  return partsInOrder(country)
    .filter((part) => isPartOf(part, country))
    .map((part) => ({ part, isRequired: isNeeded(part, country) }))
}

function isPartOf(part: AddressPart, country: string): boolean {
  switch (part) {
    case 'postal_code':
      return !WITHOUT_POSTAL_CODE.has(country)
    case 'city':
      return !WITHOUT_CITY.has(country)
    case 'state':
      return ownName('state', country) !== undefined
    default:
      return true
  }
}

/** Irish letters arrive without the county, which many write all the same. */
const isNeeded = (part: AddressPart, country: string): boolean =>
  part !== 'line2' && !(part === 'state' && country === 'IE')

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
