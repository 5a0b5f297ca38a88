import type { CheckoutWords, Interval, LaterTax, PageWords, SharedWords, StoreWords } from './en.ts'

const INTERVALS: Readonly<Record<Interval, string>> = { day: 'Tag', week: 'Woche', month: 'Monat', year: 'Jahr' }

const LOST =
  'Diese Adresse führt zu keiner Bestellseite. Vielleicht ging ein Teil verloren: Öffnen Sie den Link noch einmal dort, wo Sie ihn gefunden haben.'
const NO_CHECKOUT = { title: 'Diese Bestellseite gibt es nicht', text: LOST }

export const shared: SharedWords = {
  name: 'Deutsch',
  testMode: { title: 'Testmodus', text: 'Es fließt kein Geld.' },
  free: 'Kostenlos',
  freeOnce: 'Kostenlos erhalten',
  freeRecurring: 'Kostenlos abonnieren',
  per: (interval) => `pro ${INTERVALS[interval]}`,
  benefits: 'Das erhalten Sie',
  noCheckout: NO_CHECKOUT,
}

const TAX: Readonly<Record<LaterTax, string>> = { none: '', included: ' inkl. Steuer', added: ' zzgl. Steuer' }

const { per } = shared

const months = (count: number) => (count === 1 ? '1 Monat' : `${count} Monate`)

export const checkout: CheckoutWords = {
  loading: 'Wird geladen …',
  close: 'Schließen',
  testMode: shared.testMode,
  offline: 'Sie sind offline. Was Sie eingegeben haben, geht nicht verloren.',

  summary: {
    label: 'Ihre Bestellung',
    benefits: shared.benefits,
    pictures: 'Bilder',
    picture: (number, count) => `Bild ${number} von ${count}`,
    product: 'Produkt wählen',
    price: 'Preis wählen',
    amount: 'Ihr Preis',
    amountIn: (currency) => `Ihr Preis (${currency})`,
    between: (least, most) => [least && `mindestens ${least}`, most && `höchstens ${most}`].filter(Boolean).join(', '),
    free: shared.free,
    own: 'Sie entscheiden',
    per,
    every: (interval) => ({ day: 'Täglich', week: 'Wöchentlich', month: 'Monatlich', year: 'Jährlich' })[interval],
    save: (percent) => `${percent} sparen`,
    showMore: 'Mehr anzeigen',
    showLess: 'Weniger anzeigen',
    toForm: 'Weiter',
  },

  totals: {
    price: 'Preis',
    discount: (off) => off,
    off: (share) => `${share} Rabatt`,
    offFirst: (share) => `${share} Rabatt auf die erste Zahlung`,
    offMonths: (share, count) => `${share} Rabatt für ${months(count)}`,
    tax: 'Steuer',
    taxLater: 'sobald Ihre Adresse bekannt ist',
    total: 'Gesamt',
    dueToday: 'Heute fällig',
    paidToday: 'Heute bezahlt',
    renews: (amount, interval, tax) => `Verlängert sich zu ${amount} ${per(interval)}${TAX[tax]}, bis Sie kündigen.`,
    renewsLater: (first, count, amount, interval, tax) =>
      `${first} ${per(interval)} für ${months(count)}, danach ${amount} ${per(interval)}${TAX[tax]}, bis Sie kündigen.`,
  },

  form: {
    label: 'Zahlung',
    contact: 'Kontakt',
    email: 'E-Mail',
    emailHint: 'Hierhin geht Ihre Quittung.',
    name: 'Name',
    company: 'Firma',
    address: 'Rechnungsadresse',
    country: 'Land',
    choose: 'Bitte wählen …',
    parts: {
      line1: 'Straße und Hausnummer',
      line2: 'Adresszusatz',
      city: 'Ort',
      town: 'Ort',
      suburb: 'Stadtteil oder Ort',
      district: 'Bezirk',
      city_or_district: 'Stadt oder Bezirk',
      postal_code: 'Postleitzahl',
      zip_code: 'ZIP-Code',
      postcode: 'Postcode',
      eircode: 'Eircode',
      pin_code: 'PIN-Code',
      state: 'Bundesstaat',
      province: 'Provinz',
      prefecture: 'Präfektur',
      emirate: 'Emirat',
      county: 'Grafschaft',
      department: 'Departement',
      region: 'Region',
      county_or_city: 'Landkreis oder Stadt',
      province_or_city: 'Provinz oder Stadt',
    },
    business: 'Ich kaufe für ein Unternehmen',
    tax_id: 'Steuernummer',
    taxHint: 'Etwa eine USt-IdNr.',
    optional: 'optional',
    more: 'Einige Fragen',
    card: 'Karte',
    number: 'Kartennummer',
    expiry: 'Gültig bis',
    expiryFormat: 'MM / JJ',
    cvc: 'Prüfziffer',
    useTestCard: 'Testkarte einsetzen',
    code: 'Rabattcode',
    haveCode: 'Rabattcode eingeben',
    apply: 'Einlösen',
    remove: 'Entfernen',
    removeCode: (code) => `Rabatt ${code} entfernen`,
    applied: (code) => `${code} eingelöst`,
    pay: (total) => `Kaufen · ${total}`,
    subscribe: (total) => `Zahlungspflichtig abonnieren ·\u00a0${total}`,
    freeOnce: shared.freeOnce,
    freeRecurring: shared.freeRecurring,
    confirming: 'Zahlung läuft …',
    notStored: 'Ihre Kartennummer wird hier nicht gespeichert.',
    securely: 'Nochmals drücken, neu laden oder zurückgehen belastet Ihre Karte nie doppelt.',
    newTotal: (total, button) => `Der Gesamtbetrag ist jetzt ${total}. Weiter mit „${button}“.`,
    discountGone: (total, button) =>
      `Der Rabatt gilt hierfür nicht: Der Gesamtbetrag ist jetzt ${total}. Weiter mit „${button}“.`,
    newOffer: (total, button) =>
      `Ihre Bestellung hat sich inzwischen geändert; bitte sehen Sie sie noch einmal an. Gesamtbetrag: ${total}. Weiter mit „${button}“.`,
    codeApplied: (total, button) =>
      `Ihr Code ist eingelöst: Der Gesamtbetrag ist jetzt ${total}. Weiter mit „${button}“.`,
  },

  problems: {
    summary: 'Bitte sehen Sie sich die markierten Felder an.',
    unpaid: 'Es wurde nichts bezahlt. Bitte sehen Sie sich das markierte Feld an.',
    missing: 'Bitte füllen Sie dieses Feld aus.',
    email: 'Geben Sie eine E-Mail-Adresse ein, etwa name@example.com.',
    name_long: 'Geben Sie einen kürzeren Namen ein.',
    amount: 'Geben Sie einen Betrag ein.',
    amount_low: (least) => `Geben Sie ${least} oder mehr ein.`,
    amount_high: (most) => `Geben Sie ${most} oder weniger ein.`,
    not_a_number: 'Geben Sie eine ganze Zahl ein, etwa 12.',
    number_low: (least) => `Geben Sie ${least} oder mehr ein.`,
    number_high: (most) => `Geben Sie ${most} oder weniger ein.`,
    too_short: (least) => `Geben Sie mindestens ${least} Zeichen ein.`,
    too_long: (most) => `Geben Sie höchstens ${most} Zeichen ein.`,
    untick: 'Setzen Sie hier ein Häkchen, um fortzufahren.',
    unchosen: 'Wählen Sie etwas aus.',
    no_day: 'Wählen Sie einen Tag.',
    day_early: (day) => `Wählen Sie den ${day} oder später.`,
    day_late: (day) => `Wählen Sie den ${day} oder früher.`,
    country: 'Wählen Sie ein Land.',
    tax_id: 'Das ist keine Steuernummer dieses Landes.',
    card_missing: 'Geben Sie die Nummer der Karte ein.',
    card_short: 'Die Kartennummer ist nicht vollständig.',
    card_wrong: 'Das ist keine Kartennummer.',
    expiry: 'Geben Sie Monat und Jahr ein, etwa 12 / 34.',
    card_over: 'Die Karte ist abgelaufen.',
    cvc: 'Geben Sie die 3 oder 4 Ziffern der Prüfziffer ein.',
    cvc_back: 'Geben Sie die 3 Ziffern auf der Rückseite der Karte ein.',
    cvc_front: 'Geben Sie die 4 Ziffern auf der Vorderseite der Karte ein.',
    code_unusable: 'Dieser Code gilt hier nicht.',
    discount_fixed: 'Diesen Rabatt hat der Verkäufer festgelegt. Er lässt sich hier nicht entfernen.',
    discount_to_leave: 'Entfernen Sie ihn, um ohne ihn weiterzumachen.',
    discount_to_mend: (contact) =>
      `Nur der Verkäufer kann ihn ändern: ${contact === null ? 'Bitten Sie ihn um einen neuen Link' : `Schreiben Sie an ${contact}`}.`,
    subscribed_already: 'Mit dieser E-Mail-Adresse ist das Produkt bereits abonniert.',
    not_saved:
      'Der Shop ist nicht erreichbar, deshalb wurde das nicht geändert. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    total_changed:
      'Der Gesamtbetrag hat sich inzwischen geändert, und es wurde nichts bezahlt. Bitte sehen Sie ihn sich an und drücken Sie den Knopf noch einmal.',
    unreachable:
      'Der Shop ist nicht erreichbar, und es wurde nichts bezahlt. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    unknown: 'Etwas ist schiefgegangen, und es wurde nichts bezahlt. Bitte versuchen Sie es noch einmal.',
  },

  declines: {
    card_declined: 'Ihre Bank hat die Karte abgelehnt. Nehmen Sie eine andere Karte oder fragen Sie Ihre Bank.',
    insufficient_funds: 'Auf dieser Karte ist nicht genug Geld. Nehmen Sie eine andere.',
    expired_card: 'Diese Karte ist abgelaufen. Nehmen Sie eine andere.',
    incorrect_cvc: 'Die Prüfziffer stimmt nicht. Sehen Sie noch einmal nach.',
    processing_error: 'Die Zahlung konnte nicht bearbeitet werden. Versuchen Sie es gleich noch einmal.',
    authentication_failed:
      'Ihre Bank konnte nicht feststellen, dass Sie es sind. Es wurde nichts bezahlt. Versuchen Sie es noch einmal oder nehmen Sie eine andere Karte.',
    other: 'Die Zahlung wurde abgelehnt. Nehmen Sie eine andere Karte.',
  },

  discounts: {
    unknown: 'Diesen Code gibt es nicht.',
    deleted: 'Diesen Rabatt gibt es nicht mehr.',
    not_started: 'Dieser Rabatt gilt noch nicht.',
    ended: 'Dieser Rabatt ist abgelaufen.',
    used_up: 'Dieser Rabatt ist aufgebraucht.',
    used_up_by_customer: 'Diesen Rabatt haben Sie schon genutzt.',
    other_product: 'Dieser Rabatt gilt für ein anderes Produkt.',
    other_currency: 'Dieser Rabatt gilt für eine andere Währung.',
    other: 'Dieser Rabatt gilt hier nicht.',
  },

  verifying: {
    title: 'Ihre Zahlung wird geprüft',
    text: 'Das kann einen Moment dauern. Bitte zahlen Sie nicht noch einmal: Die Seite geht von selbst weiter.',
    lost: 'Während Sie gezahlt haben, ist die Verbindung abgebrochen. Sobald sie wieder da ist, klären wir, was geschehen ist. Ihre Karte kann nicht doppelt belastet werden.',
  },
  challenge: {
    title: 'Ihre Bank möchte wissen, ob Sie es sind',
    text: 'Erst wenn Sie dort zugestimmt haben, wird gezahlt. Danach kommen Sie hierher zurück.',
    go: 'Zu Ihrer Bank',
    waiting: 'Folgen Sie den Schritten Ihrer Bank. Die Seite geht von selbst weiter.',
  },
  paid: {
    title: 'Vielen Dank!',
    paidTo: (amount, seller) => `Sie haben ${amount} an ${seller} gezahlt.`,
    complete: (seller) => `Ihre Bestellung bei ${seller} ist abgeschlossen.`,
    receipt: (email) => `Eine Quittung ist unterwegs an ${email}.`,
    order: 'Ihre Bestellung',
    product: 'Produkt',
    date: 'Datum',
    number: 'Bestellnummer',
    numberCopy: 'Bestellnummer',
    numberUnreachable: 'Ließ sich gerade nicht holen.',
    notes: (seller) => `Von ${seller}`,
    notesUnreachable: 'Die Hinweise des Verkäufers ließen sich gerade nicht holen.',
    continue: (seller) => `Weiter zu ${seller}`,
    keys: (count) => (count === 1 ? 'Ihr Lizenzschlüssel' : 'Ihre Lizenzschlüssel'),
    keysLoading: 'Ihr Lizenzschlüssel wird geholt …',
    keysHidden: (isInReceipt) =>
      `Lizenzschlüssel sind hier eine Stunde lang zu sehen, in dem Tab, in dem gezahlt wurde.${isInReceipt ? ' Sie stehen auch in Ihrer Quittung.' : ''}`,
    keysUnreachable: 'Ihre Lizenzschlüssel sind bereit, ließen sich aber gerade nicht holen.',
    keyCopy: 'Lizenzschlüssel',
    machines: (count) => (count === 1 ? 'Für 1 Gerät.' : `Für ${count} Geräte.`),
    validUntil: (day) => `Gültig bis ${day}.`,
    downloads: 'Ihre Downloads',
    downloadsLoading: 'Ihre Downloads werden geholt …',
    downloadsHidden: 'Downloads sind hier eine Stunde lang zu sehen, in dem Tab, in dem gezahlt wurde.',
    downloadsUnreachable: 'Ihre Downloads sind bereit, ließen sich aber gerade nicht holen.',
    ask: (contact) =>
      contact === null
        ? 'Fragen Sie den Verkäufer, wenn Sie sie noch einmal brauchen.'
        : `Wenn Sie sie noch einmal brauchen, schreiben Sie an ${contact}.`,
    download: 'Herunterladen',
    tryAgain: 'Noch einmal versuchen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyFailed: 'Nicht kopiert',
    close: 'Fertig',
  },
  failed: {
    title: 'Die Zahlung ist gescheitert',
    text: 'Es wurde nichts bezahlt.',
  },
  expired: {
    title: 'Diese Bestellseite ist abgelaufen',
    text: 'Es wurde nichts bezahlt.',
    again: (product) => (product ? `Mit ${product} neu beginnen` : 'Neu beginnen'),
    refused: 'Dieses Produkt wird so nicht mehr verkauft. Gehen Sie zurück auf die Seite des Verkäufers.',
    unreachable: 'Das hat gerade nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  missing: shared.noCheckout,
  unreachable: {
    title: 'Der Shop ist nicht erreichbar',
    text: 'Prüfen Sie Ihre Verbindung. Die Seite geht von selbst weiter, sobald es möglich ist.',
    tryAgain: 'Jetzt noch einmal versuchen',
  },
  liveUnavailable: 'Das Kartenformular ließ sich nicht laden. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
}

export const store: StoreWords = {
  own: 'Preis frei wählbar',
  from: (amount) => `ab ${amount}`,
  buy: 'Kaufen',
  subscribe: 'Abonnieren',
  moreBenefits: (count) => `und ${count} mehr`,
  readMore: 'Mehr lesen',
  links: (seller) => `${seller} anderswo`,
  about: (seller) => `Das Angebot von ${seller}.`,
  nothingYet: 'Hier wird noch nichts verkauft. Schauen Sie später wieder vorbei.',
  pages: 'Seiten',
  page: (number) => `Seite ${number}`,
  previous: 'Vorherige Seite',
  next: 'Nächste Seite',
  language: 'Sprache',
  toStore: 'Zum Shop',
  messages: {
    resource_not_found: {
      title: 'Diesen Shop gibt es nicht',
      text: 'Diese Adresse führt zu keinem Shop. Vielleicht ging ein Teil verloren: Öffnen Sie den Link noch einmal dort, wo Sie ihn gefunden haben.',
    },
    no_such_page: { title: 'Hier ist nichts mehr', text: 'Der Shop hat keine Seite mit dieser Nummer.' },
    not_in_this_store: { title: 'Hier nicht im Angebot', text: 'Dieser Shop hat kein solches Produkt.' },
    no_longer_sold: {
      title: 'Nicht mehr im Angebot',
      text: 'Dieses Produkt wird nicht mehr verkauft. Sehen Sie nach, was es sonst gibt.',
    },
    too_many_requests: {
      title: 'Zu viele Anfragen',
      text: 'Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    },
    other: {
      title: 'Bitte versuchen Sie es noch einmal',
      text: 'Das geht im Moment nicht. Es wurde nichts bezahlt. Versuchen Sie es gleich noch einmal.',
    },
  },
}

export const pages: PageWords = {
  titles: { checkout: 'Kasse', invitation: 'Einladung' },
  testMode: shared.testMode,
  needsScript: 'Diese Seite braucht JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.',
  challenge: {
    title: 'Sind Sie es?',
    text: 'Ein Testkauf bittet Sie hier um Ihre Zustimmung, wie es Ihre Bank täte. Es fließt kein Geld.',
    yes: 'Ja, ich bin es',
    no: 'Nein, Zahlung abbrechen',
  },
  messages: {
    noCheckout: NO_CHECKOUT,
    noLink: { title: 'Diesen Link gibt es nicht', text: LOST },
    noPayment: { title: 'Diese Zahlung gibt es nicht', text: 'Unter dieser Adresse wartet keine Zahlung auf Sie.' },
    notSold: {
      title: 'Nicht mehr im Angebot',
      text: 'Wohin dieser Link führte, das wird nicht mehr verkauft. Der Shop sagt Ihnen, was es stattdessen gibt.',
    },
    answered: {
      title: 'Schon beantwortet',
      text: 'Das haben Sie schon beantwortet. Gehen Sie zurück zum Shop: Dort sehen Sie, was daraus wurde.',
    },
    tooMany: {
      title: 'Zu viele Anfragen',
      text: 'Bitte warten Sie eine Minute und laden Sie die Seite dann neu.',
    },
    notBuilt: {
      title: 'Noch nicht gebaut',
      text: 'Diese Seite fehlt auf diesem Server. Abhilfe: npm run build',
    },
    tryAgain: {
      title: 'Bitte versuchen Sie es noch einmal',
      text: 'Die Seite lässt sich gerade nicht anzeigen. Es wurde nichts bezahlt. Versuchen Sie es gleich noch einmal.',
    },
  },
}
