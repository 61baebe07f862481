/*
 * What the demo does, in the program's arguments.
 */

/** The demo's own folder, from the repository's; it is made anew each time. */
export const demoFolder = '.demo'

/** The demo's database, from the repository's folder. */
export const database = `${demoFolder}/index.sqlite`

const questions = [
  {
    title: 'A question as people ask it; the note says it in its own words.',
    query: 'why did every terminal freeze while the database was idle',
  },
  { title: 'An exact name: nothing but that name will do.', query: 'DB_STATEMENT_TIMEOUT_MS' },
  { title: 'A question in Chinese: why is there no third rehearsal?', query: '为什么不做第三次演练' },
]

/** Without a model named, one that lies in the user's folder is left alone: the demo is the same everywhere. */
const wordsAlone = ['--provider', 'none']

/**
 * How the example memory is indexed.
 * @param {string | undefined} model a GGUF file
 */
export function indexing(model) {
  const how = model === undefined ? wordsAlone : ['--model', model]
  return ['index', 'examples/memory', '--db', database, ...how]
}

/**
 * The questions, each with what it shows; the memory remembers its model.
 * @param {string | undefined} model
 */
export function searches(model) {
  const how = model === undefined ? wordsAlone : []
  return questions.map(({ title, query }) => ({
    title,
    args: ['search', query, '--limit', '2', '--db', database, ...how],
  }))
}
