import { formatMoney as formatIn } from '@till/money'

/** ISO 4217, the codes in use. */
const CODES = `
  aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob bov brl bsd btn bwp byn bzd cad
  cdf che chf chw clf clp cny cop cou crc cuc cup cve czk djf dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs
  gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt
  lak lbp lkr lrd lsl lyd mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn mxv myr mzn nad ngn nio nok npr nzd
  omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp
  szl thb tjs tmt tnd top try ttd twd tzs uah ugx usd usn uyi uyu uyw uzs ved ves vnd vuv wst xaf xcd xof xpf
  yer zar zmw zwg
`

const CURRENCIES: ReadonlySet<string> = new Set(CODES.trim().split(/\s+/))

export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code)
}

/** 1999 usd is $19.99, and 1999 jpy is ¥1,999. For people who read English. */
export function formatMoney(amount: number, currency: string): string {
  return formatIn(amount, currency, 'en-US')
}
