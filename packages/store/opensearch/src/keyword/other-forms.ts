import { formField } from '@recallite/store'
import { search, type Session } from '../connection/session.js'
import { indexed } from './index-words.js'
import { isOneOf } from './match-query.js'

interface Forms {
  readonly fields: { readonly asked: { readonly forms: { readonly buckets: readonly Bucket[] } } }
}

interface Bucket {
  readonly key: readonly [key: string, form: string]
  readonly doc_count: number
}

const maxForms = 1000

/** See `Vocabulary.otherForms`. */
export async function otherForms(session: Session, keys: readonly string[]) {
  if (keys.length === 0) return []
  const asked = isOneOf('fields.key', keys.map(formField).map(indexed))
  const terms = { terms: [{ field: 'fields.key' }, { field: 'fields.text' }], size: maxForms }
  const { aggregations } = await search<unknown, Forms>(session, session.index('documents'), {
    size: 0,
    aggs: {
      fields: {
        nested: { path: 'fields' },
        aggs: { asked: { filter: asked, aggs: { forms: { multi_terms: terms } } } },
      },
    },
  })
  const { buckets } = aggregations.fields.asked.forms
  return buckets
    .toSorted(
      (a, b) => b.doc_count - a.doc_count || Buffer.compare(Buffer.from(a.key[1]), Buffer.from(b.key[1])),
    )
    .map(({ key: [field, form] }) => ({ key: field.slice(1), form }))
}
