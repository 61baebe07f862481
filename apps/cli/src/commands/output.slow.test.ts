import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { builtCli, indexedWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'
import { obeyedByTerminals } from '../render/__fixtures__/hostile-text.js'

const paragraph = 'The zeppelin has landed, and nobody saw where it came from. '

const files = {
  'plan.md': '# Plan\n\n- zeppelin, "one"\n',
  'travel/north.md': `# North\n\n${paragraph.repeat(5)}\n`,
  'travel/south.md': `# South\n\n${paragraph.repeat(9)}\n`,
}

interface SearchJson {
  omitted: number
  results: { path: string; text: string }[]
}

async function indexed(notes: Readonly<Record<string, string>> = files) {
  const workspace = await indexedWorkspace(notes)
  const search = (...args: string[]) => workspace.run('search', 'zeppelin', '--provider', 'none', ...args)
  return { ...workspace, search }
}

describe('search --max-tokens', () => {
  it('prints in JSON how many are omitted', async () => {
    const { search } = await indexed()
    const { stdout, stderr } = await search('--json', '--max-tokens', '1')
    const answer = JSON.parse(stdout) as SearchJson
    expect([answer.omitted, answer.results, schemaErrors('search', answer)]).toEqual([3, [], []])
    expect(stderr).toContain('not even the first of 3 results fits within 1 token.')
  })
})

const hostile = '\u001b[2J\u001b]0;title\u0007\u009b31m\u202e\b'
const hostileName = `sub/ev\u001b[31mil\u009b1m\u202e.md`

describe('a terminal', () => {
  const hasScript = spawnSync('script', ['--version']).status === 0
  const quote = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`

  async function onTerminal() {
    const { folder, database, env, notes } = await indexed({
      [hostileName]: `---\ntags: "${hostile}"\n---\n# Evil ${hostile}\n\nzeppelin ${hostile} text\r\nmore\n`,
    })
    /** The output of both streams in a terminal, over several runs. */
    return (variables: Record<string, string>, runs: readonly string[][]) => {
      const commands = runs.map((args) =>
        [process.execPath, builtCli, ...args, '--db', database]
          .map(quote)
          .join(' ')
          .replaceAll('NOTES', notes),
      )
      const { stdout } = spawnSync('script', ['-qec', commands.join('; '), '/dev/null'], {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', ...env, TERM: 'xterm-256color', ...variables },
        input: '',
        encoding: 'utf8',
      })
      // The line end of the terminal.
      return stdout.replaceAll('\r\n', '\n')
    }
  }

  /** The control sequences that redraw the progress bar. */
  const bar = /\u001b(?:[78]|\[\??\d*[hlGK])/gu

  const commands = [
    ...['text', 'json', 'md', 'files', 'grep'].map((format) => ['search', 'zeppelin', '--format', format]),
    ['search', 'zeppelin', '--explain'],
    ['search', 'zeppelin', '--max-tokens', '1'],
    ['search', `zepelin ${hostile}`],
    ['search', 'zeppelin', '--root', hostile],
    ['search', 'zeppelin', `--${hostile}`],
    ['get', `notes:${hostileName}`],
    ['get', `notes:${hostileName}`, '--json'],
    ['get', `notes:${hostile}`],
    ['get', `notes:${hostile}`, '--json'],
    ['index', 'NOTES', '--provider', 'none'],
    ['index', `/nowhere/${hostile}`],
    ['status'],
    ['roots'],
    ['roots', 'remove', hostile],
    ['spaces', 'drop', hostile],
    ['config', hostile],
    [hostile],
  ]

  it.skipIf(!hasScript)('gets no control sequences from any command', async () => {
    const terminal = await onTerminal()
    const plain = terminal({ NO_COLOR: '1' }, commands).replaceAll(bar, '')
    expect(plain).not.toMatch(obeyedByTerminals)
    // Each run prints something.
    expect(plain.split('\\u{1b}').length).toBeGreaterThan(commands.length)
    expect(plain).toContain('1 unchanged')
  })

  it.skipIf(!hasScript)('gets only colours, and none with NO_COLOR or TERM=dumb', async () => {
    const terminal = await onTerminal()
    const coloured = terminal({}, [['search', 'zeppelin', '--explain']])
    expect(coloured).toMatch(/\u001b\[1m\u001b\[33mzeppelin\u001b\[39m\u001b\[22m/u)
    expect(coloured.replaceAll(/\u001b\[\d+m/gu, '')).not.toMatch(obeyedByTerminals)
    const others = ['json', 'md', 'files', 'grep'].map((format) => ['search', 'zeppelin', '--format', format])
    expect(terminal({}, others)).not.toMatch(obeyedByTerminals)
    expect(terminal({ TERM: 'dumb' }, [['search', 'zeppelin']])).not.toMatch(obeyedByTerminals)
  })
})
