import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'

const files = {
  'decisions/2026-02-11-auth.md':
    '---\ntags: [ops, security]\npriority: 3\nrobot:\n  type: UR5\n---\n# Auth\n\nThe zeppelin has landed.\n\n## Tokens\n\nA zeppelin again.\n',
  'people/lena.md': '---\ndate: 2024-05-01\n---\n# Lena\n\nLena flies a zeppelin.\n',
}

async function indexed() {
  const workspace = await indexedWorkspace(files)
  const find = async (...flags: string[]) => {
    const { stdout } = await workspace.run('search', 'zeppelin', '--json', '--provider', 'none', ...flags)
    const { results } = JSON.parse(stdout) as { results: { path: string }[] }
    return [...new Set(results.map(({ path }) => path.replace(/^.*[/-]|\.md$/gu, '')))].toSorted()
  }
  return { ...workspace, find }
}

describe('a search', () => {
  it('is limited by each of its flags', async () => {
    const { find } = await indexed()
    expect(await find()).toEqual(['auth', 'lena'])
    for (const [flags, names] of [
      [['--path', 'people'], ['lena']],
      [
        ['--path', 'people/*', '--path', '*-auth.md'],
        ['auth', 'lena'],
      ],
      [['--heading', 'TOKEN'], ['auth']],
      [['--since', '2026'], ['auth']],
      [['--until', '2024-05'], ['lena']],
      [['--where', 'tag=ops'], ['auth']],
      [['--where', 'priority', '--where', 'tags!=draft'], ['auth']],
      [['--path', 'people', '--where', 'tag=ops'], []],
    ] as const) {
      expect(await find(...flags), flags.join(' ')).toEqual(names)
    }
  })

  it('C11: is limited by JSON filters over front matter', async () => {
    const { find, run } = await indexed()
    for (const [filters, names] of [
      [[{ priority: { $gte: 3 }, tags: 'ops' }], ['auth']],
      [[{ 'robot.type': { $in: ['UR5', 'Panda'] } }], ['auth']],
      [[{ tags: 'ops' }, { priority: { $lt: 3 } }], []],
      [[{}], ['auth', 'lena']],
    ] as const) {
      const flags = filters.flatMap((filter) => ['--where', JSON.stringify(filter)])
      expect(await find(...flags), flags.join(' ')).toEqual(names)
    }
    expect(await find('--where', '{"tags":"ops"}', '--where', 'priority>3')).toEqual([])
    expect(await find('--where', ' {"tags":"ops"}', '--where', 'TAG=Security')).toEqual(['auth'])
    const why = await run('why', 'zeppelin', 'people/lena.md', '--where', '{"tags":"ops"}')
    expect(why.stdout).toMatch(/filters of this search/)
  })

  it('C11: with an invalid filter ends with an error code and the allowed syntax', async () => {
    const { run } = await indexed()
    for (const [flag, text, said] of [
      ['--where', '{"priority":{"$least":2}}', /use one of \$eq.*FILTER_UNKNOWN_OPERATOR/s],
      ['--where', '{tags:ops}', /is not JSON.*in single quotes.*OPTION_INVALID/s],
      ['--where', '{"tags":"ops"', /is not JSON.*OPTION_INVALID/s],
      ['--where', 'tag==ops', /no operator ==.*key=value/],
      ['--since', 'last week', /'last week' is not a date.*7d, 2w, 3m, 1y/],
      ['--until', '2026-02-30', /OPTION_INVALID/],
      ['--path', '', /Name a file or a folder/],
      ['--heading', ' ', /Give a word of the heading/],
    ] as const) {
      const { exitCode, stderr, stdout } = await run('search', 'zeppelin', flag, text)
      expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringMatching(said)])
    }
    const failed = await run('search', 'zeppelin', '--json', '--where', '{"priority":{"$least":2}}')
    expect(JSON.parse(failed.stderr)).toMatchObject({ error: { code: 'FILTER_UNKNOWN_OPERATOR' } })
  })
})
