import { CodedError, type Io } from '@recallite/command-line'
import type { Settings } from '@recallite/settings'
import { chooseReranker } from '@recallite/settings/reranker'
import type { SetupPlan } from './plan.js'

const query = 'Where is the spare key of the cellar?'
const answer = 'The spare key of the cellar lies in the top drawer of the kitchen.'
const other = 'Interest rates rose by half a point in March, and the harvest was late.'

/**
 * Opens a reranker, checks that it distinguishes an answer from another text, and measures the duration of a search with it.
 * @returns `summary`: the seconds per search, as a sentence; `entries`: the settings that turn it on
 * @throws RerankError if it does not open; CodedError `RERANKER_UNFIT`
 */
export async function tryReranker({ model }: Pick<SetupPlan, 'model'>, settings: Settings, io: Io) {
  const { candidates, deadline } = settings.rerank
  const rerank = { ...settings.rerank, model, baseUrl: undefined }
  const opening = performance.now()
  const reranker = await chooseReranker({ ...settings, rerank }, { isOffline: true })?.open(io.interrupted)
  const loaded = ((performance.now() - opening) / 1000).toFixed(1)
  try {
    const ask = async (texts: readonly string[]) =>
      (await reranker?.rerank({ query, texts, signal: io.interrupted })) ?? []
    const [fits = NaN, differs = NaN] = await ask([answer, other])
    if (!(fits > differs)) {
      const scores = `${fits.toFixed(4)} and an unrelated text ${differs.toFixed(4)}`
      const message = `${model} scored the right answer ${scores}, so it cannot rank. It was not turned on; choose another reranker.`
      throw new CodedError('RERANKER_UNFIT', message)
    }
    io.talk(`Measuring it with ${candidates} texts, as in a search …\n`)
    // A token of English prose has about four characters.
    const text = `${answer} ${other} `.repeat(40).slice(0, 4 * settings.chunking.tokens)
    const begun = performance.now()
    await ask(Array.from({ length: candidates }, () => text))
    const seconds = (performance.now() - begun) / 1000
    const summary = `${model} adds ${seconds.toFixed(2)} s to each search on this machine (${candidates} texts of typical length) and takes ${loaded} s to load, once per process.`
    // A search ignores late scores, so the deadline allows for a busy machine.
    const longer = Math.ceil(3 * seconds)
    const late = longer * 1000 > deadline ? [[['rerank', 'deadline'], `${longer}s`] as const] : []
    return {
      summary,
      entries: [[['rerank', 'model'], model], [['rerank', 'baseUrl'], null], ...late] as const,
    }
  } finally {
    await reranker?.dispose?.()
  }
}
