/** Every word that the server itself says on pages. */
const en = {
  titles: { checkout: 'Checkout', invitation: 'Invitation' },
  needsScript: 'This page needs JavaScript. Please switch it on, then load the page again.',
  challenge: {
    title: 'Is it you?',
    text: 'A test purchase asks for your consent here, as your bank would. No money moves.',
    yes: 'Yes, this is me',
    no: 'No, stop the payment',
  },
  messages: {
    noCheckout: {
      title: 'No such checkout',
      text: 'This address leads to no checkout. Perhaps a part of it was lost: open the link again where you found it.',
    },
    noLink: {
      title: 'No such link',
      text: 'This address leads to no checkout. Perhaps a part of it was lost: open the link again where you found it.',
    },
    noPayment: { title: 'No such payment', text: 'This address leads to no payment that waits for you.' },
    notSold: {
      title: 'No longer sold',
      text: 'What this link led to is no longer sold. The shop can tell you what it offers instead.',
    },
    answered: {
      title: 'Answered already',
      text: 'You have answered this already. Go back to the shop to see what came of it.',
    },
    tooMany: { title: 'Too many requests', text: 'Please wait a minute, then load the page again.' },
    notBuilt: { title: 'Not built yet', text: 'This page is missing on this server. Run: npm run build' },
    tryAgain: {
      title: 'Please try again',
      text: 'The page cannot be shown right now. Nothing was paid. Try again in a moment.',
    },
  },
}

export type PageTexts = typeof en

const de: PageTexts = {
  titles: { checkout: 'Kasse', invitation: 'Einladung' },
  needsScript: 'Diese Seite braucht JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.',
  challenge: {
    title: 'Sind Sie es?',
    text: 'Ein Testkauf bittet Sie hier um Ihre Zustimmung, wie es Ihre Bank täte. Es fließt kein Geld.',
    yes: 'Ja, ich bin es',
    no: 'Nein, Zahlung abbrechen',
  },
  messages: {
    noCheckout: {
      title: 'Diese Bestellseite gibt es nicht',
      text: 'Diese Adresse führt zu keiner Bestellseite. Vielleicht ging ein Teil verloren: Öffnen Sie den Link noch einmal dort, wo Sie ihn gefunden haben.',
    },
    noLink: {
      title: 'Diesen Link gibt es nicht',
      text: 'Diese Adresse führt zu keiner Bestellseite. Vielleicht ging ein Teil verloren: Öffnen Sie den Link noch einmal dort, wo Sie ihn gefunden haben.',
    },
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

export const PAGE_TEXTS = { en, de }
