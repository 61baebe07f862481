import { missing } from '../../render/figures.js'
import type { PageData } from '../encode-page-data.js'
import { element, elementById } from './dom.js'
import { startFilterForm } from './filter-form.js'
import { queryDetail, type ChosenSystem } from './query-detail.js'
import { startSorting } from './sort-tables.js'
import { decodeAnswer } from './decode-answer.js'
import { outcomeOf, queryItems, selectQueries, type QueryFilter, type QueryItem } from './select-queries.js'

const pageLength = 50

const pageData = JSON.parse(elementById('page-data', HTMLScriptElement).text) as PageData
startFilterForm(pageData, startQueryList(pageData))
startSorting()

/** Lists queries, a page at a time; the function that it returns lists the queries that a filter selects. */
function startQueryList(data: PageData): (filter: QueryFilter) => void {
  const list = elementById('query-list', HTMLOListElement)
  const count = elementById('query-count', HTMLParagraphElement)
  const more = elementById('query-more', HTMLButtonElement)
  const items = queryItems(data)
  const chosen: ChosenSystem = { name: '' }
  let selected: readonly QueryItem[] = []

  const extend = () => {
    const listed = list.children.length
    const added = selected.slice(listed, listed + pageLength).map((item) => queryView(data, item, chosen))
    list.append(...added)
    more.hidden = list.children.length >= selected.length
    return added
  }
  more.addEventListener('click', () => extend()[0]?.querySelector('button')?.focus())
  return (filter) => {
    selected = selectQueries(items, filter, data.hitDepth)
    list.replaceChildren()
    extend()
    const all = items.length.toLocaleString('en')
    count.textContent = `${selected.length.toLocaleString('en')} of ${all} queries`
  }
}

function queryView(data: PageData, item: QueryItem, chosen: ChosenSystem): HTMLLIElement {
  const { suite, query } = item
  const about = [data.suites.length > 1 ? suite.title : '', query.kind, query.id]
  const button = element('button', { attributes: { type: 'button', 'aria-expanded': 'false' } }, [
    element('bdi', {}, [query.text]),
  ])
  const head = element('div', { className: 'query-head' }, [
    element('h3', {}, [button]),
    element('p', { className: 'query-about' }, [about.filter((part) => part !== '').join(' · ')]),
    element('p', { className: 'query-answer' }, [answerLine(data, item)]),
    outcomes(item, data.hitDepth),
  ])
  const view = element('li', { className: 'query' }, [head])
  button.addEventListener('click', () => {
    const isOpen = button.getAttribute('aria-expanded') === 'true'
    button.setAttribute('aria-expanded', String(!isOpen))
    if (isOpen) view.lastElementChild?.remove()
    else view.append(queryDetail(data, item, chosen))
  })
  return view
}

/** What was expected, and what came from the first strategy that is more than one retriever. */
function answerLine(data: PageData, { suite, query }: QueryItem): string {
  const expected = query.expected.map(({ document }) => data.strings[document] ?? '')
  const system = Math.max(
    0,
    suite.systems.findIndex(({ retriever }) => retriever === null),
  )
  const answer = query.answers[system]
  const [first] = answer ? decodeAnswer(data, answer) : []
  const came = answer?.shown === 0 || !first ? 'nothing' : first.document
  return `expected ${expected.join(', ') || 'nothing'} · came ${came} (${suite.systems[system]?.name ?? ''})`
}

function outcomes({ suite, query }: QueryItem, hitDepth: number): HTMLElement {
  if (query.relevant === 0) {
    return element('p', { className: 'query-outcomes muted' }, ['no document answers'])
  }
  const entries = suite.systems.map(({ name }, index) => {
    const className = `rank ${outcomeOf(query, index, hitDepth)}`
    const rank = query.answers[index]?.rank ?? null
    const shown = element('span', { className }, [rank === null ? missing : String(rank)])
    return element('li', {}, [shown, ` ${name}`])
  })
  return element('ul', { className: 'query-outcomes' }, entries)
}
