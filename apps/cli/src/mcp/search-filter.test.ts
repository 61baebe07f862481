import { expect, it } from 'vitest'
import { connectStdio, indexedWorkspace } from './__fixtures__/served-memory.js'

const files = {
  'done.md': '---\nstatus: done\npriority: 3\n---\nThe zeppelin has landed.\n',
  'open.md': '---\nstatus: open\npriority: "12"\nrobot:\n  type: UR5\n---\nThe zeppelin flies.\n',
  'plain.md': 'A zeppelin is an airship.\n',
}

interface Answer {
  readonly results: readonly { readonly path: string }[]
}

it('C11: memory_search takes a filter over front matter, and refuses a wrong one with its code', async () => {
  const client = await connectStdio(await indexedWorkspace(files))
  const call = async (input: object) => {
    const query = { query: 'zeppelin', minScore: 0, ...input }
    const answer = await client.callTool({ name: 'memory_search', arguments: query })
    const [first] = answer.content as { text: string }[]
    const { results = [] } = (answer.structuredContent ?? {}) as Partial<Answer>
    return {
      paths: results.map(({ path }) => path).toSorted(),
      text: first?.text ?? '',
      isError: answer.isError,
    }
  }
  for (const [filter, paths] of [
    [{ status: 'done', priority: { $gte: 2 } }, ['done.md']],
    [{ priority: { $gte: 2 } }, ['done.md']],
    [{ status: { $ne: 'done' } }, ['open.md', 'plain.md']],
    [{ 'robot.type': 'UR5' }, ['open.md']],
    [null, ['done.md', 'open.md', 'plain.md']],
    [{}, ['done.md', 'open.md', 'plain.md']],
  ] as const) {
    expect([filter, (await call({ filter })).paths]).toEqual([filter, paths])
  }
  // While the files are compared with the index, an empty answer says so.
  const none = async () => (await call({ filter: { status: 'gone' } })).text
  await expect.poll(none).toMatch(/^Nothing in memory answers this within filter\. Ask again without/)
  for (const [filter, said] of [
    [{ status: { $is: 'done' } }, /^FILTER_UNKNOWN_OPERATOR: .*Did you mean \$eq/],
    [
      'status=done',
      /^OPTION_INVALID: .*'filter' is "status=done"; it must be a JSON object, or leave it out/,
    ],
  ] as const) {
    expect(await call({ filter })).toMatchObject({ isError: true, text: expect.stringMatching(said) })
  }
})
