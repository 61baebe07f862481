import { MemoryError, type SearchOptions } from '@recallite/core'
import { FilterError } from '@recallite/filter'
import { openCollection } from '../collection/open-collection.ts'
import { anyContents, lineContents, nested, repeated, repeatedEach } from './contents.ts'
import type { Bench, Kind } from './kind.ts'

/** Searches with hostile texts, in this process; what is refused has a code. */
const searching =
  (request: (texts: readonly string[]) => readonly [query: string, options?: SearchOptions]) =>
  async (): Promise<Bench> => {
    const collection = await openCollection([1, 0])
    return {
      run: async (contents) => {
        const texts = contents.map((content) => Buffer.from(content as string).toString())
        const before = process.memoryUsage.rss()
        const started = performance.now()
        const answer = collection.memory
          .search(...request(texts))
          .then(({ answer: { degraded } }) => degraded)
        const problems = await answer.catch((error: unknown) => {
          const isRefusal = MemoryError.isInstance(error) || FilterError.isInstance(error)
          return isRefusal ? [] : [error]
        })
        collection.takeHits()
        const milliseconds = Math.round(performance.now() - started)
        const megabytes = Math.round(Math.max(0, process.memoryUsage.rss() - before) / 2 ** 20)
        return {
          problems: problems.map((problem) => JSON.stringify(problem) ?? String(problem)),
          milliseconds,
          megabytes,
        }
      },
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
