import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runHere } from '../__fixtures__/run-here.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { basicMemoryHome, openclawHome, qmdHome, writeFiles } from './__fixtures__/foreign-homes.js'

interface Report {
  readonly items: readonly { state: string; what: string; why?: string; agent?: string }[]
}

/** A home folder with files of other programs, and this program to run in it. */
function homeWith(...fill: ((home: string) => void)[]) {
  const home = temporaryFolder()
  for (const each of fill) each(home)
  const folders = ['QMD_CONFIG_DIR', 'XDG_CONFIG_HOME', 'BASIC_MEMORY_CONFIG_DIR']
  const variables = [...folders, 'OPENCLAW_STATE_DIR', 'OPENCLAW_CONFIG_PATH']
  const none = Object.fromEntries(variables.map((name) => [name, '']))
  const env = { ...none, HOME: home, NO_COLOR: '', FORCE_COLOR: '' }
  const run = (...args: string[]) => runHere(args, { cwd: home, env })
  const imported = async (...args: string[]) => {
    const { stdout, stderr, exitCode } = await run(
      'import',
      '--json',
      '--from',
      ...args,
      '--provider',
      'none',
    )
    expect([exitCode, stderr]).toEqual([0, expect.not.stringMatching(/error/u)])
    const report = JSON.parse(stdout) as Report
    expect(schemaErrors('import-from', report)).toEqual([])
    return ofStates(report)
  }
  return { home, run, imported, memory: join(home, '.recallite') }
}

/** The items of a report by their states, as `what` or `what: why`. */
function ofStates({ items }: Report) {
  const named = (state: string) =>
    items
      .filter((item) => item.state === state)
      .map(({ what, why, agent }) => `${agent ?? ''}|${what}${why === undefined ? '' : `: ${why}`}`)
  return { taken: named('taken'), known: named('known'), left: named('left') }
}

async function found(
  run: ReturnType<typeof homeWith>['run'],
  query: string,
  ...args: string[]
): Promise<string[]> {
  const { stdout } = await run('search', query, '--json', '--threshold', '0', '--provider', 'none', ...args)
  return (JSON.parse(stdout) as { results: { path: string }[] }).results.map(({ path }) => path)
}

describe('import --from', () => {
  it.each([
    ['openclaw', openclawHome],
    ['qmd', qmdHome],
    ['basic-memory', basicMemoryHome],
  ])(
    '%s: a dry run writes nothing and prints the same as the import, and a second import adds nothing',
    async (name, fill) => {
      const { imported, memory } = homeWith(fill)
      const planned = await imported(name, '--dry-run')
      expect(existsSync(memory)).toBe(false)
      const done = await imported(name)
      expect(done).toEqual(planned)
      const again = await imported(name)
      expect(again).toEqual({ taken: [], known: done.taken, left: done.left })
      expect((await imported(name, '--dry-run')).taken).toEqual([])
    },
  )

  it('imports the agents of OpenClaw into separate memories, and its settings', async () => {
    const search = {
      query: { maxResults: 8 },
      remote: { headers: { a: 'b' } },
      provider: 'voyage',
      model: 'voyage-3',
    }
    const { home, imported, run } = homeWith((folder) => openclawHome(folder, search))
    const { taken, left } = await imported('openclaw')
    expect(taken).toEqual([
      '|setting query.maxResults: 8',
      'ops|setting query.maxResults: 4',
      expect.stringMatching(
        /^main\|workspace: .*workspace \(MEMORY.md, memory\/\*\*\/\*.md\), root workspace$/u,
      ),
      expect.stringMatching(/^main\|extra path: .*team \(\*\*\/\*.md\), root team$/u),
      expect.stringMatching(/^ops\|workspace: /u),
      expect.stringMatching(/^ops\|extra path: /u),
    ])
    expect(left).toEqual([
      expect.stringMatching(/^main\|extra path: .*gone: it does not exist$/u),
      expect.stringMatching(/^ops\|extra path: .*gone: /u),
      '|agent ../other: an id must have 1 to 64 letters, digits, hyphens or underscores',
      expect.stringMatching(/memory\.search\.remote\.headers: /u),
      '|memory.search.provider: the provider voyage is not supported',
      '|memory.search.model: the provider voyage is not supported',
    ])
    expect(readFileSync(join(home, '.recallite/config.yaml'), 'utf8')).toBe(
      'query:\n  maxResults: 8\nagents:\n  ops:\n    query:\n      maxResults: 4\n',
    )
    expect(await found(run, 'deploy key Ana')).toEqual(['MEMORY.md'])
    expect(await found(run, 'pager shelf deploy', '--agent', 'ops')).toEqual(['MEMORY.md'])
    expect(await found(run, 'pager shelf')).toEqual([])
  })

  it('imports the weights, chunks, cache and QMD settings of OpenClaw, also from `memorySearch`', async () => {
    const memorySearch = {
      query: { hybrid: { enabled: true, vectorWeight: 0.6, textWeight: 0.4, candidateMultiplier: 5 } },
      chunking: { tokens: 300, overlap: 60 },
      cache: { enabled: true, maxEntries: 500 },
    }
    const { home, imported } = homeWith((folder) => {
      const qmd = { paths: [{ path: join(folder, 'shelf') }], update: { interval: '10m', onBoot: false } }
      const agents = { defaults: { workspace: join(folder, 'own'), memorySearch } }
      const config = JSON.stringify({ agents, memory: { backend: 'qmd', qmd } })
      writeFiles(folder, { '.openclaw/openclaw.json': config, 'own/MEMORY.md': 'a', 'shelf/b.md': 'b' })
    })
    const { left, taken } = await imported('openclaw')
    expect(left).toEqual(['|memory.backend: for the collections of QMD, run recallite import --from qmd'])
    expect(taken).toContainEqual(expect.stringMatching(/^main\|extra path: .*shelf/u))
    const { parse } = await import('yaml')
    expect(parse(readFileSync(join(home, '.recallite/config.yaml'), 'utf8'))).toEqual({
      ...memorySearch,
      update: { interval: '10m', onBoot: false },
    })
  })

  it('imports one agent of OpenClaw if flags name one memory', async () => {
    const { imported, run, memory } = homeWith(openclawHome)
    const { taken, left } = await imported('openclaw', '--agent', 'ops')
    expect(taken.filter((item) => item.startsWith('main'))).toEqual([])
    expect(left).toContain('|agent main: it has its own memory: --agent main')
    expect(existsSync(join(memory, 'memory/main.sqlite'))).toBe(false)
    const { exitCode, stderr } = await run('import', '--from', 'openclaw', '--agent', 'zoe')
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/There is no agent zoe .* Its agents are main, ops\. \(IMPORT_MISSING\)/u),
    ])
  })

  it('does not change existing settings, and imports no model without its provider', async () => {
    const search = {
      provider: 'openai',
      model: 'm',
      query: { maxResults: 8 },
      remote: { apiKey: 'sk-secret' },
    }
    const { home, imported } = homeWith((folder) => openclawHome(folder, search))
    const file = join(home, '.recallite/config.yaml')
    writeFiles(home, { '.recallite/config.yaml': '# mine\nprovider: none\nquery:\n  maxResults: 5\n' })
    const { left } = await imported('openclaw')
    expect(left.filter((item) => /^\|(?!agent)/u.test(item))).toEqual([
      `|setting query.maxResults: 8: ${file}:4 sets query.maxResults`,
      `|setting provider: "openai": ${file}:2 sets provider`,
      `|setting model: "m": ${file}:2 sets provider`,
      expect.stringMatching(/apiKey: keys are not copied/u),
    ])
    expect(readFileSync(file, 'utf8')).toContain('# mine\nprovider: none\nquery:\n  maxResults: 5\n')
    expect(readFileSync(file, 'utf8')).not.toContain('sk-secret')
  })

  it('imports the collections of QMD with their patterns', async () => {
    const { imported, run } = homeWith(qmdHome)
    const { taken, left } = await imported('qmd')
    expect(taken).toEqual([
      expect.stringMatching(/\|collection wiki: .*wiki \(\*\*\/\*\.md\), root wiki$/u),
      expect.stringMatching(/\|collection wiki: .*wiki \(\*\.txt\), root wiki$/u),
      '|collection wiki: description "Notes of one person. How the mill works. and the dam."',
      expect.stringMatching(/\|collection inner: .*sub \(\*\*\/\*\.md\), root wiki$/u),
    ])
    expect(left).toEqual([
      expect.stringMatching(/collection gone: .*gone: it does not exist$/u),
      expect.stringMatching(/wiki: context of drafts: "Not done": .*in that folder$/u),
      expect.stringMatching(/wiki: ignore .*recalliteignore/u),
      expect.stringMatching(/wiki: update /u),
      expect.stringMatching(/inner: context: .* maximum is 1000/u),
    ])
    expect(await found(run, 'notes of persons')).toHaveLength(3)
    expect(await found(run, 'mill wheel dam')).toEqual(expect.arrayContaining(['a.md', 'b.txt']))
    expect(await found(run, 'dam leaks')).not.toContain('c.html')
  })

  it('does not change the description of a root, and imports none for a part of a root', async () => {
    const { home, imported, run } = homeWith(qmdHome)
    await imported('qmd')
    await run('roots', 'describe', 'wiki', 'Mine')
    await run('index', join(home, 'project'), '--provider', 'none')
    expect((await imported('qmd')).left).toContain(
      '|collection wiki: description "Notes of one person. How the mill works. and the dam.": the root wiki already has one: Mine',
    )
    const { taken, left } = await imported('qmd', join(home, 'project'))
    expect(taken).toEqual([expect.stringMatching(/collection docs: .*docs .*, root project$/u)])
    expect(left).toEqual([
      '|collection docs: description "Plans.": the folder is part of the root project',
      expect.stringMatching(/collection wiki: .*wiki: it leads out of .*project, /u),
    ])
  })

  it.each(['openclaw', 'qmd', 'basic-memory'])(
    '%s: says if there is nothing, or if it belongs to another program',
    async (name) => {
      const { home, run, memory } = homeWith()
      writeFiles(home, { 'some.txt': 'secretword: "text: {', 'list.json': '[1]' })
      const failures = [
        [[], 'IMPORT_MISSING'],
        [[join(home, 'nowhere')], 'IMPORT_MISSING'],
        [[home], 'IMPORT_MISSING'],
        [[join(home, 'some.txt')], 'IMPORT_FOREIGN'],
        [[join(home, 'list.json')], 'IMPORT_FOREIGN'],
      ] as const
      for (const [path, code] of failures) {
        const { exitCode, stderr, stdout } = await run('import', '--from', name, ...path, '--json')
        expect([exitCode, stdout, JSON.parse(stderr)]).toMatchObject([2, '', { error: { code } }])
        expect(stderr).not.toContain('secretword')
      }
      expect(existsSync(memory)).toBe(false)
    },
  )

  it('reads neither a huge file nor a huge pattern', async () => {
    const { home, run, imported } = homeWith()
    const collection = (pattern: string) => `collections: { a: { path: ., pattern: "${pattern}" } }`
    writeFiles(home, {
      'index.yml': collection(','.repeat(200_000)),
      'huge/index.yml': collection('x'.repeat(1_000_000)),
      'masks/a/b.md': 'B',
      'masks/index.yml': collection('*.{md,txt} , a/*.md'),
    })
    expect((await imported('qmd', home)).left).toEqual([
      '|collection a: its pattern has more than 10000 characters',
    ])
    const { stderr } = await run('import', '--from', 'qmd', join(home, 'huge'), '--json')
    expect(JSON.parse(stderr)).toMatchObject({
      error: { message: expect.stringContaining('larger than 1 MB') },
    })
    expect((await imported('qmd', join(home, 'masks'))).left).toEqual([])
  })

  it('lists the supported programs', async () => {
    const { run } = homeWith()
    const { exitCode, stderr } = await run('import', '--from', 'notion', '--json')
    expect([exitCode, JSON.parse(stderr)]).toMatchObject([
      2,
      { error: { code: 'USAGE', message: expect.stringMatching(/openclaw, qmd/u) } },
    ])
    const alone = await run('import', '--dry-run', '--json')
    expect([alone.exitCode, JSON.parse(alone.stderr)]).toMatchObject([2, { error: { code: 'USAGE' } }])
  })
})
