/** ISO 4217, the codes in use, by the number of digits behind the decimal point. */
const BY_EXPONENT: Readonly<Record<number, string>> = {
  0: 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf',
  2: `aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob bov brl bsd btn bwp byn bzd cad cdf che chf
    chw cny cop cou crc cuc cup cve czk dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl htg huf
    idr ils inr irr jmd kes kgs khr kpw kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn mxv
    myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sdg sek sgd shp sle sos srd ssp
    stn svc syp szl thb tjs tmt top try ttd twd tzs uah usd usn uyu uzs ved ves wst xcd yer zar zmw zwg`,
  3: 'bhd iqd jod kwd lyd omr tnd',
  4: 'clf uyw',
}

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries(BY_EXPONENT).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(exponent)]),
  ),
)

export const CURRENCIES: readonly string[] = [...EXPONENTS.keys()].sort()

export function isCurrency(code: string): boolean {
  return EXPONENTS.has(code)
}

/** How many digits stand behind the decimal point: 2 for usd, 0 for jpy, 3 for kwd. */
export function exponentOf(currency: string): number {
  const exponent = EXPONENTS.get(currency)
  if (exponent === undefined) throw new RangeError(`${currency} is not a currency`)
  return exponent
}
