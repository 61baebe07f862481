import type { PageData } from '../page-data/page-data.js'
import { elementById } from './dom.js'
import type { ChosenSystem } from './query-detail.js'
import { queryItems, type QueryItem } from './query-item.js'
import { queryView } from './query-view.js'
import { selectQueries, type QueryFilter } from './select-queries.js'

const pageLength = 50

/** Lists queries, a page at a time; the function it returns lists those that a filter lets through. */
export function startQueryList(data: PageData): (filter: QueryFilter) => void {
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
