import { missing } from '../../render/figures.js'
import type { PageData } from '../page-data/page-data.js'
import { element } from './dom.js'
import { queryDetail, type ChosenSystem } from './query-detail.js'
import { outcomeOf, type QueryItem } from './query-item.js'

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
export function queryView(data: PageData, item: QueryItem, chosen: ChosenSystem): HTMLLIElement {
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
