import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runHere } from '../__fixtures__/run-here.js'
import { writeFiles } from './__fixtures__/foreign-homes.js'
import { programs, runBasicMemory, runOpenClaw, runQmd } from './__fixtures__/other-programs.js'

interface Item {
  readonly state: string
  readonly what: string
  readonly agent?: string
}

/** Imports the files of a program in a home folder twice; the second time, everything exists already. */
async function importTwice(home: string, name: string) {
  const env = { HOME: home, NO_COLOR: '', FORCE_COLOR: '' }
  const run = (...args: string[]) => runHere([...args, '--provider', 'none', '--json'], { cwd: home, env })
  const imported = async (...flags: string[]) => {
    const { stdout, stderr, exitCode } = await run('import', '--from', name, ...flags)
    expect([exitCode, stderr]).toEqual([0, expect.not.stringMatching(/IMPORT_/u)])
    return (JSON.parse(stdout) as { items: Item[] }).items
  }
  const planned = await imported('--dry-run')
  const items = await imported()
  expect(items).toEqual(planned)
  expect((await imported()).filter(({ state }) => state === 'taken')).toEqual([])
  const taken = items
    .filter(({ state }) => state === 'taken')
    .map(({ what, agent }) => `${agent ?? ''}|${what}`)
  return { run, taken, items, env }
}

async function searched(
  run: Awaited<ReturnType<typeof importTwice>>['run'],
  query: string,
  ...flags: string[]
) {
  const { stdout } = await run('search', query, '--threshold', '0', ...flags)
  return (JSON.parse(stdout) as { results: { path: string }[] }).results.map(({ path }) => path)
}

describe('the import of files that another program wrote', () => {
  it.skipIf(!programs.openclaw)('OpenClaw: agents and settings', async () => {
    const home = temporaryFolder()
    writeFiles(home, {
      'space/MEMORY.md': 'The deploy key is kept by Ana.\n',
      'ops/MEMORY.md': 'The pager is on the shelf.\n',
      'team/guide.md': 'Releases are on Mondays.\n',
    })
    await runOpenClaw(home)
    const { run, taken } = await importTwice(home, 'openclaw')
    expect(taken).toContain('|setting query.maxResults: 8')
    expect(taken.filter((each) => each.includes('|workspace: '))).toEqual([
      expect.stringContaining(`main|workspace: ${join(home, 'space')} `),
      expect.stringContaining(`ops|workspace: ${join(home, 'ops')} `),
    ])
    expect(await searched(run, 'deploy key Ana')).toEqual(['MEMORY.md'])
    expect(await searched(run, 'releases Mondays')).toEqual(['guide.md'])
    expect(await searched(run, 'pager shelf', '--agent', 'ops')).toEqual(['MEMORY.md'])
  })

  it.skipIf(!programs.qmd)('QMD: collections', async () => {
    const home = temporaryFolder()
    writeFiles(home, {
      'wiki/a.md': 'The mill turns.\n',
      'wiki/b.txt': 'The wheel stands.\n',
      'wiki/c.html': '<p>The dam leaks.</p>',
      'wiki/old/d.md': 'The tail race.\n',
    })
    await runQmd(home)
    const { run, taken, items } = await importTwice(home, 'qmd')
    expect(taken).toEqual([
      `|collection wiki: ${join(home, 'wiki')} (**/*.{md,txt}), root wiki`,
      '|collection wiki: description "Notes of one person. How the mill works."',
    ])
    expect(items.map(({ what }) => what)).toContain('collection wiki: context of old: "Before the flood"')
    expect((await searched(run, 'wheel stands')).toSorted()).toEqual(['b.txt'])
    expect((await searched(run, 'notes of a person')).toSorted()).toEqual(['a.md', 'b.txt', 'old/d.md'])
  })

  it.skipIf(!programs.basicMemory)('basic-memory: projects', async () => {
    const home = temporaryFolder()
    await runBasicMemory(home)
    const { run, taken, env } = await importTwice(home, 'basic-memory')
    expect(taken).toContain(`|project research: ${join(home, 'research')}, root research`)
    expect(await searched(run, 'nine blades')).toEqual(['specs/Turbines.md'])
    expect(await searched(run, 'oak', '--where', 'tags=wood', '--where', 'tags=power')).toEqual([
      'specs/Mill Wheel.md',
    ])
    const { stdout } = await runHere(['get', 'specs/Turbines.md', '--json'], { cwd: home, env })
    expect(JSON.parse(stdout)).toMatchObject({
      links: ['specs/Mill Wheel.md'],
      backlinks: ['specs/Mill Wheel.md'],
    })
  })
})
