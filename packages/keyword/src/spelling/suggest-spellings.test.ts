import { describe, expect, it } from 'vitest'
import { type SpellingSource, suggestSpellings } from './suggest-spellings.js'

/** Crude English stemming. */
const stemWord = (form: string) => form.replace(/(?:es|ed|ing|e|s)$/u, '')
const word = (form: string) => ({ form, stems: [stemWord(form)] })

/** A vocabulary with the number of chunks of each form, one form per chunk, that records its queries. */
function sourceOf(chunks: Readonly<Record<string, number>>) {
  const calls: string[] = []
  const forms = new Map(Object.entries(chunks))
  const stems = new Map<string, number>()
  for (const [form, count] of forms) stems.set(stemWord(form), (stems.get(stemWord(form)) ?? 0) + count)
  const among = (counts: ReadonlyMap<string, number>, words: readonly string[]) =>
    new Map([...counts].filter(([one]) => words.includes(one)))
  const source: SpellingSource = {
    stemWord,
    findStems: async (words) => (calls.push('stems'), new Set(among(stems, words).keys())),
    vocabulary: {
      chunksWithStems: async (words) => {
        calls.push('stems')
        return among(stems, words)
      },
      chunksWithForms: async (words) => {
        calls.push('forms')
        return among(forms, words)
      },
      formsWithPrefixes: async (prefixes) => {
        calls.push('prefixes')
        return [...forms.keys()].filter((form) => prefixes.some((prefix) => form.startsWith(prefix)))
      },
      formsContaining: async (parts) => {
        calls.push('parts')
        return [...forms.keys()].filter((form) => parts.some((part) => form.includes(part)))
      },
    },
  }
  return { source, calls }
}

/** The best suggestion for each word of a question. */
async function best(question: string, chunks: Readonly<Record<string, number>>) {
  const { source, calls } = sourceOf(chunks)
  const suggestions = await suggestSpellings(question.split(' ').map(word), source)
  return { calls, found: Object.fromEntries([...suggestions].map(([form, [first]]) => [form, first?.form])) }
}

const misspellings = `
  accomodate accommodate  acheive achieve  adress address  algoritm algorithm  apparant apparent
  arguement argument  asynchonous asynchronous  authentification authentication  begining beginning
  beleive believe  calender calendar  catagory category  certficate certificate  commited committed
  compatability compatibility  concensus consensus  conection connection  consistant consistent  databse database
  definately definitely  dependancy dependency  deploymnet deployment  descripion description  directroy directory
  dissapear disappear  emtpy empty  enviroment environment  existance existence  familar familiar  foriegn foreign
  funciton function  goverment government  grammer grammar  hierachy hierarchy  immediatly immediately
  independant independent  initalize initialize  knowlege knowledge  langauge language  lenght length
  libary library  maintainance maintenance  managment management  necesary necessary  neccesary necessary
  noticable noticeable  occured occurred  occurence occurrence  overide override  parrallell parallel
  persistant persistent  preferance preference  privelege privilege  querry query  reccomend recommend
  recieve receive  refered referred  responsability responsibility  retreive retrieve  secuirty security
  seperate separate  sucessful successful  synchonization synchronization  threshhold threshold
  tommorow tomorrow  truely truly  untill until  vunerabilty vulnerability  wierd weird`
  .trim()
  .split(/\s{2,}/u)
  .map((pair) => pair.split(' '))

describe('suggestSpellings', () => {
  it('finds the intended words', async () => {
    const vocabulary = Object.fromEntries(misspellings.map(([, meant = '']) => [meant, 10]))
    const wrong: unknown[] = []
    for (const [typed = '', meant] of misspellings) {
      const { found } = await best(typed, vocabulary)
      if (found[typed] !== meant) wrong.push([typed, found[typed]])
    }
    expect(misspellings.length).toBeGreaterThanOrEqual(60)
    expect(wrong).toEqual([])
  })

  it('does not correct words whose stem is indexed', async () => {
    const { found, calls } = await best('databases formed', { database: 1, forms: 2, farmed: 9 })
    expect(found).toEqual({})
    expect(calls).toEqual(['stems'])
  })

  it('makes no more queries when all words have a suggestion', async () => {
    const { found, calls } = await best('databse for langauge databse', { database: 3, language: 2, lag: 1 })
    expect(found).toEqual({ databse: 'database', langauge: 'language' })
    expect(calls).toEqual(['stems', 'forms'])
  })

  it('looks two edits away only for long words without a suggestion', async () => {
    const vocabulary = { authentication: 1, authorization: 5, empties: 3, language: 1 }
    const { found, calls } = await best('authentification emtpeis langauge', vocabulary)
    expect(found).toEqual({ authentification: 'authentication', langauge: 'language' })
    expect(calls).toEqual(['stems', 'forms', 'prefixes', 'forms', 'stems'])
  })

  it('prefers one edit to two', async () => {
    const { found } = await best('configuraton', { configuration: 1, configurations: 500 })
    expect(found).toEqual({ configuraton: 'configuration' })
  })

  it('corrects misspelled inflections if only the stem is indexed', async () => {
    const { found, calls } = await best('retreives', { retrieving: 4 })
    expect(found).toEqual({ retreives: 'retrieves' })
    expect(calls).toEqual(['stems', 'forms', 'prefixes', 'stems'])
  })

  it('returns the stem of the correction', async () => {
    const { source } = sourceOf({ retrieving: 4 })
    const suggestions = await suggestSpellings([word('retreives')], source)
    expect(suggestions.get('retreives')?.map(({ stem }) => stem)).toEqual(['retriev'])
  })

  it('suggests nothing for unknown words without a plausible correction', async () => {
    const vocabulary = {
      line: 40,
      kernel: 9,
      ubuntu: 3,
      grand: 7,
      fauna: 2,
      metal: 9,
      terra: 1,
      news: 30,
    }
    const names = 'lindqvist kubernetes grafana terraform fontaine papadopoulos lucid kelly nessa'
    expect((await best(names, vocabulary)).found).toEqual({})
  })

  it('suggests compounds next to known or corrected words only in languages that have long ones', async () => {
    const { source } = sourceOf({ secrets: 1, configuration: 2 })
    const words = ['secrets', 'config'].map(word)
    expect((await suggestSpellings(words, source)).size).toBe(0)
    expect([...(await suggestSpellings(words, { ...source, hasCompounds: true })).keys()]).toEqual(['config'])
    expect([...(await suggestSpellings(words.slice(1), source)).keys()]).toEqual(['config'])
  })

  it.each([
    ['ordner', { lieferordner: 1, ordnerliste: 2 }, ['ordnerliste', 'lieferordner']],
    ['plan', { plansee: 1, umplanung: 3, seeplans: 1, complaints: 9 }, ['plansee', 'seeplans']],
    ['rapport', { arsrapporten: 1, kontorapportmall: 1 }, ['arsrapporten', 'kontorapportmall']],
    ['migration', { bankmigrationen: 2 }, ['bankmigrationen']],
  ])('suggests compounds with %j: %j', async (typed, vocabulary, forms) => {
    const suggestions = await suggestSpellings([word(typed)], sourceOf(vocabulary).source)
    expect(suggestions.get(typed)?.map(({ form }) => form)).toEqual(forms)
  })

  it.each(['e4042 716eb43 2022 a.b jwt_expiry', '数据库 データベース ฐานข้อมูล', 'a ab abc', ''])(
    'makes no query for %j',
    async (question) => {
      const { found, calls } = await best(question, { e4043: 1, 数据: 1, abd: 1 })
      expect(found).toEqual({})
      expect(calls).toEqual([])
    },
  )

  it('reads words of other alphabets', async () => {
    const { found } = await best('програма документцаия', { программа: 3, документация: 2, database: 1 })
    expect(found).toEqual({ програма: 'программа', документцаия: 'документация' })
  })

  it('corrects the first eight unknown words', async () => {
    const meant = misspellings.map(([, form = '']) => form)
    const typed = misspellings.slice(0, 10).map(([form = '']) => form)
    const { found } = await best(typed.join(' '), Object.fromEntries(meant.map((form) => [form, 1])))
    expect(Object.keys(found)).toEqual(typed.slice(0, 8))
  })

  it('treats counts of 0 as not indexed', async () => {
    const { found } = await best('databse', { databse: 0, database: 0, databases: 0 })
    expect(found).toEqual({})
  })
})
