import { missing } from '../../render/figures.js'
import type { PageData } from '../page-data.js'
import { element, elementById } from './dom.js'
import { startFilterForm } from './filter-form.js'
import { type ChosenSystem, queryDetail } from './query-detail.js'
import { type QueryFilter, type QueryItem, outcomeOf, queryItems, selectQueries } from './select-queries.js'

const pageLength = 50

const data = JSON.parse(elementById('page-data', HTMLScriptElement).text) as PageData

/** Lists queries, a page at a time; the function it returns lists those that a filter lets through. */
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

function outcomeView({ suite, query }: QueryItem, index: number, hitDepth: number): HTMLElement {
  const outcome = outcomeOf(query, index, hitDepth)
  const rank = query.answers[index]?.rank ?? null
  return element('li', {}, [
    element('span', { className: `rank ${outcome}` }, [rank === null ? missing : String(rank)]),
    ` ${suite.systems[index]?.name ?? ''}`,
  ])
}

function outcomes(item: QueryItem, hitDepth: number): HTMLElement {
  if (item.query.relevant === 0) {
    return element('p', { className: 'query-outcomes muted' }, ['no document answers'])
  }
  const indices = [...item.suite.systems.keys()]
  return element(
    'ul',
    { className: 'query-outcomes' },
    indices.map((index) => outcomeView(item, index, hitDepth)),
  )
}

function aboutQuery({ suite, query }: QueryItem, { suites }: PageData): string {
  return [suites.length > 1 ? suite.title : '', query.kind, query.id]
    .filter((part) => part !== '')
    .join(' · ')
}

/** A query as one line of the list; opened, its rankings are made below. */
function queryView(data: PageData, item: QueryItem, chosen: ChosenSystem): HTMLLIElement {
  const button = element('button', { attributes: { type: 'button', 'aria-expanded': 'false' } }, [
    element('bdi', {}, [item.query.text]),
  ])
  const head = element('div', { className: 'query-head' }, [
    element('h3', {}, [button]),
    element('p', { className: 'query-about' }, [aboutQuery(item, data)]),
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

startFilterForm(data, startQueryList(data))
