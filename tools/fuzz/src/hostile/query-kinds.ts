import { MemoryError, type SearchOptions } from '@recallite/core'
import { FilterError } from '@recallite/store/filter'
import { openCollection } from '../collection/open-collection.ts'
import { anyContents, lineContents, nested, repeated, repeatedEach } from './contents.ts'
import { measured, type Bench, type Kind } from './kind.ts'

/** Searches with hostile texts in this process. Errors must have a code. */
const searching =
  (request: (texts: readonly string[]) => readonly [query: string, options?: SearchOptions]) =>
  async (): Promise<Bench> => {
    const collection = await openCollection([1, 0])
    const search = async (texts: readonly string[]) => {
      try {
        const { answer } = await collection.memory.search(...request(texts))
        return answer.degraded.map(({ reason }) => reason)
      } catch (error) {
        const isRefusal = MemoryError.isInstance(error) || FilterError.isInstance(error)
        return isRefusal ? [] : [String(error)]
      } finally {
        collection.takeHits()
      }
    }
    return {
      run: (contents) =>
        measured(() => search(contents.map((content) => Buffer.from(content as string).toString()))),
      close: collection.close,
    }
  }

const bound = { milliseconds: 1_000, megabytes: 300 }
const common = { largest: 2 ** 20, count: 1_000, bound }

export const queryKinds: readonly Kind[] = [
  {
    ...common,
    name: 'queries',
    makers: {
      ...anyContents,
      ...repeatedEach(
        '"¦(¦)¦-¦-a ¦a* ¦a AND ¦a OR ¦NOT ¦NEAR(¦"a" ¦path:* ¦path:a ¦where:a=b ¦heading:a ¦since:1d ',
      ),
      ...repeatedEach("'¦\\¦(a OR ¦a AND (¦-(¦a.b ¦漢字 ¦word1 word2 "),
      'words in parentheses': nested('(a ', ')'),
    },
    open: searching((texts) => [texts.join(' ')]),
  },
  {
    ...common,
    name: 'globs',
    makers: {
      ...anyContents,
      ...repeatedEach('*¦*a¦**/¦**¦?¦[¦[a-¦[!¦{¦{a,¦{a,b}¦,¦}¦\\¦a/¦../¦*?¦?*¦[]a]¦//'),
      'braces in braces': nested('{a,', '}'),
      'stars before an end': repeated('*a', '', 'b'),
    },
    open: searching((paths) => ['the', { paths }]),
  },
  {
    ...common,
    name: 'filters',
    makers: {
      ...lineContents((value) => `{"a":${value}}`),
      ...lineContents((value) => `{"a":{"$in":[${value}]}}`),
      ...repeatedEach('a=¦a.¦=¦<¦a=b¦!'),
      'not in not': nested('{"$not":', '}'),
      'and in and': nested('{"$and":[', ']}'),
      'many alternatives': repeated('{"a":1},', '{"$or":[', '{}]}'),
      'many values': repeated('1,', '{"a":{"$in":[', '1]}}'),
      'a long key': repeated('a', '{"', '":1}'),
      'a long path': repeated('a.', '{"', 'a":1}'),
      'a condition of parts': repeated('a', 'status<='),
    },
    open: searching((where) => ['the', { where }]),
  },
]
