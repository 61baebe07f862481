import type { PageAnswer, PageData } from '../page-data/page-data.js'
import { decodeAnswer, type Listed } from './decode-answer.js'
import { element, type Child } from './dom.js'
import { hitView } from './hit-view.js'
import type { QueryItem } from './query-item.js'
import { retrieverList } from './retriever-list.js'

function shownNote({ shown, passage, milliseconds }: PageAnswer): string {
  const parts = [
    ...(shown === null ? [] : [`shows ${shown}`]),
    ...(passage === null ? [] : [`the answer itself is in no. ${passage}`]),
    ...(milliseconds === null ? [] : [`${milliseconds.toFixed(1)} ms`]),
  ]
  return parts.join(' · ')
}

/** The ranking of a list, or that there is none. */
function hitList(listed: readonly Listed[]): HTMLElement {
  if (listed.length === 0) return element('p', { className: 'muted' }, ['Nothing was found.'])
  return element('ol', { className: 'hits' }, listed.map(hitView))
}

/** A list under its heading, with notes between. */
function rankingView(heading: Child, notes: readonly string[], listed: readonly Listed[]): HTMLElement {
  const said = notes.filter((note) => note !== '')
  return element('section', { className: 'ranking' }, [
    heading,
    ...said.map((note) => element('p', { className: 'ranking-note' }, [note])),
    hitList(listed),
  ])
}

/** What a system answered, under a heading. */
export function answerView(data: PageData, heading: Child, answer: PageAnswer | null): HTMLElement {
  if (!answer) return rankingView(heading, ['It was not asked.'], [])
  const degraded = answer.degraded.map((text) => data.strings[text] ?? '')
  return rankingView(heading, [shownNote(answer), ...degraded], decodeAnswer(data, answer))
}

const derivedNote =
  'Put together from contributions to fused results: ranks are those of chunks, and some are missing.'

/** What a retriever found, beside what a chosen system made of it; null where that is not known. */
export function retrieverView(
  data: PageData,
  item: QueryItem,
  which: Parameters<typeof retrieverList>[2],
): HTMLElement | null {
  const found = retrieverList(data, item, which)
  if (!found) return null
  const { listed, system } = found
  if (system === null) return rankingView(element('h4', {}, [which.retriever]), [derivedNote], listed)
  const heading = element('h4', {}, [item.suite.systems[system]?.name ?? which.retriever])
  return answerView(data, heading, item.query.answers[system] ?? null)
}
