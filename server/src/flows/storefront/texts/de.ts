import type { Interval } from '../../../kernel/time.ts'
import type { Texts } from './en.ts'

const PER: Readonly<Record<Interval, string>> = { day: 'Tag', week: 'Woche', month: 'Monat', year: 'Jahr' }

export const de: Texts = {
  name: 'Deutsch',
  testMode: { title: 'Testmodus', text: 'Es fließt kein echtes Geld.' },
  free: 'Kostenlos',
  own: 'Preis frei wählbar',
  from: (amount) => `ab ${amount}`,
  per: (interval) => `pro ${PER[interval]}`,
  buy: 'Kaufen',
  subscribe: 'Abonnieren',
  freeOnce: 'Kostenlos erhalten',
  freeRecurring: 'Kostenlos abonnieren',
  benefits: 'Das erhalten Sie',
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
