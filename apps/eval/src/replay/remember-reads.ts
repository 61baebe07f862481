import type { DamagedItem, FoundItems, Item, Store } from '@recallite/store'

/** Makes keys of requests: of vectors by the identity of the array, of all else by content. */
function createKeys() {
  const numbers = new WeakMap<Float32Array, number>()
  let next = 0
  const nameOf = (vector: Float32Array): string => {
    const number = numbers.get(vector) ?? (next += 1)
    numbers.set(vector, number)
    return `vector ${number}`
  }
  return (question: unknown) =>
    JSON.stringify(question, (_, value: unknown) => (value instanceof Float32Array ? nameOf(value) : value))
}

function rememberingItems(store: Store) {
  const known = new Map<string, Item | DamagedItem | undefined>()
  return {
    async read(ids: readonly string[]): Promise<FoundItems> {
      const unknown = ids.filter((id) => !known.has(id))
      for (const id of unknown) known.set(id, undefined)
      const nothing: FoundItems = { items: [], damaged: [] }
      const { items, damaged } = unknown.length > 0 ? await store.readItems(unknown) : nothing
      for (const item of [...items, ...damaged]) known.set(item.id, item)
      const found = ids.flatMap((id) => known.get(id) ?? [])
      return {
        items: found.filter((item) => 'kind' in item),
        damaged: found.filter((item) => 'document' in item),
      }
    },
    forget: () => known.clear(),
  }
}

/**
 * A store that answers repeated requests from memory, since many strategies ask the same of each query. `forget` frees
 * the memory before another query is asked. No process may write to the store meanwhile.
 */
export function rememberReads(store: Store) {
  const keyOf = createKeys()
  const answers = new Map<string, unknown>()
  const remembering =
    <Question, Answer>(ask: (question: Question) => Promise<Answer>, name: string) =>
    (question: Question): Promise<Answer> => {
      const key = `${name} ${keyOf(question)}`
      const answer = (answers.get(key) as Promise<Answer> | undefined) ?? ask(question)
      answers.set(key, answer)
      return answer
    }
  const items = rememberingItems(store)
  return {
    store: {
      ...store,
      findByWords: remembering(store.findByWords.bind(store), 'findByWords'),
      readCounts: remembering(store.readCounts.bind(store), 'readCounts'),
      readTermLists: remembering(store.readTermLists.bind(store), 'readTermLists'),
      findByVector: remembering(store.findByVector.bind(store), 'findByVector'),
      scoreByVector: remembering(store.scoreByVector.bind(store), 'scoreByVector'),
      readItems: items.read,
    },
    forget() {
      answers.clear()
      items.forget()
    },
  }
}
