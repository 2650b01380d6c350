// Observations as agents write them: six to nine words of title, about thirty of description, in English, made up from
// parts so that thousands of different matters come out, each told in several ways.
import { seededRandom } from '../dist/sample/seeded-random.js'

const PRODUCTS = [
  'calendar',
  'invoice',
  'inventory',
  'payroll',
  'support desk',
  'newsletter',
  'photo library',
  'route planner',
  'wallet',
  'course',
  'recipe',
  'contract',
  'warehouse',
  'booking',
  'survey',
  'garden sensor',
  'fitness',
  'chat',
  'document',
  'ticket',
]
const PLACES = [
  'export',
  'import',
  'search',
  'sharing',
  'login',
  'payment form',
  'notification',
  'printout',
  'mobile view',
  'dark mode',
  'filter',
  'attachment',
  'language setting',
  'backup',
  'undo button',
  'weekly report',
  'map',
  'permission page',
  'password reset',
  'offline mode',
  'timer',
  'template',
  'summary email',
  'bar code scanner',
  'keyboard shortcut',
]
const FAULTS = [
  ['stops half way through', 'ends before everything is there'],
  ['is far too slow', 'takes minutes to answer'],
  ['shows the wrong numbers', 'gives totals that do not add up'],
  ['crashes on my tablet', 'closes itself on the tablet'],
  ['loses what I typed', 'forgets my entries'],
  ['should offer more choices', 'needs additional options'],
  ['cannot be found any more', 'has vanished from the menu'],
  ['asks for a password each time', 'keeps signing me out'],
  ['sends everything twice', 'produces duplicates'],
  ['works better than expected', 'has become really pleasant'],
  ['ignores the time zone', 'is off by some hours'],
  ['cuts off long names', 'truncates the titles'],
  ['needs a confirmation step', 'happens without asking first'],
  ['is unreadable for color-blind people', 'has too little contrast'],
  ['refuses umlauts and accents', 'breaks on special characters'],
  ['costs more than announced', 'was charged at another price'],
  ['does not sync between devices', 'differs between phone and laptop'],
  ['blocks the whole window', 'freezes the screen'],
  ['should be available to guests', 'is missing for visitors'],
  ['lost its explanation', 'has no help text'],
]
const SINCE = [
  'since the last update',
  'since Monday',
  'for about two weeks',
  'every morning',
  'whenever the network is weak',
  'after the trial ended',
]
const WHO = ['The customer', 'A new user', 'The team lead', 'An accountant', 'The shop owner', 'A student']
const DOES = [
  'tried it three times and gave up',
  'asked whether others see the same',
  'has found a way around it by hand',
  'is thinking about leaving',
  'would like to hear when this changes',
  'sent us a picture of the screen',
]
const SENTIMENTS = ['very negative', 'negative', 'neutral', 'positive', 'very positive']

export const MATTERS = PRODUCTS.length * PLACES.length * FAULTS.length

export function observationMaker(seed) {
  const random = seededRandom(seed)
  const pick = (from) => from[Math.floor(random() * from.length)]
  const matter = (number) => ({
    product: PRODUCTS[number % PRODUCTS.length],
    place: PLACES[Math.floor(number / PRODUCTS.length) % PLACES.length],
    ways: FAULTS[Math.floor(number / PRODUCTS.length / PLACES.length) % FAULTS.length],
  })
  const tell = (number) => {
    const { product, place, ways } = matter(number)
    return {
      user_id: `user-${Math.floor(5_000 * random() ** 2)}`,
      user_sentiment: pick(SENTIMENTS),
      title: `The ${place} of the ${product} ${pick(ways)}`,
      description: `${pick(WHO)} says that ${pick(SINCE)} the ${place} in the ${product} part ${pick(ways)}. ${pick(WHO)} ${pick(DOES)}, and ${pick(DOES)}.`,
    }
  }
  return {
    /** About one matter, by its number. */
    tell,
    /** What a matter is made of, each in a sentence of its own. */
    partsOf: (number) => {
      const { product, place, ways } = matter(number)
      return [
        `They talk about the ${product}.`,
        `It is about the ${place} there.`,
        `They say that it ${ways[0]}.`,
      ]
    },
    /** About one of so many matters; some are told far more often than others. */
    any: (matters) => tell((Math.floor(matters * random() ** 2) * 7_919) % MATTERS),
  }
}
