import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { plantedScript } from './__fixtures__/planted-program.js'

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0
}

/** A folder with the script, two files and a folder. */
async function workbench(shell: string): Promise<string> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'script'), (await plantedScript(shell)).script)
  writeFileSync(join(folder, 'notes one.sqlite'), '')
  mkdirSync(join(folder, 'notes two'))
  return folder
}

interface Run {
  readonly shell: string
  readonly cwd: string
  readonly args: readonly string[]
}

function output({ shell, cwd, args }: Run): { text: string; errors: string } {
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, TERM: 'dumb' }
  const { stdout, stderr } = spawnSync(shell, args, { cwd, env, encoding: 'utf8' })
  return { text: stdout, errors: stderr }
}

describe.skipIf(!isInstalled('bash'))('the script for bash', () => {
  /** What the function offers for words, the last being completed; and what it told bash about file names. */
  async function offered(...words: string[]): Promise<string[]> {
    const cwd = await workbench('bash')
    const harness = [
      'source ./script',
      'compopt() { echo "compopt $*"; }',
      'COMP_WORDS=(planted-program "$@")',
      'COMP_CWORD=$#',
      '_planted_program',
      'printf "%s\\n" "${COMPREPLY[@]}"',
    ].join('\n')
    const { text, errors } = output({ shell: 'bash', cwd, args: ['-c', harness, 'bash', ...words] })
    expect(errors).toBe('')
    return text.split('\n').filter((line) => line !== '')
  }
  const noFiles = 'compopt +o default'

  it('is a script, and obeys nothing that a help says', async () => {
    const cwd = await workbench('bash')
    expect(output({ shell: 'bash', cwd, args: ['-n', 'script'] })).toEqual({ text: '', errors: '' })
    const { text } = output({ shell: 'bash', cwd, args: ['-c', 'source ./script; complete -p'] })
    expect(text).toContain('complete -o default -F _planted_program planted-program')
    expect(existsSync(join(cwd, 'obeyed'))).toBe(false)
  })

  it.each([
    [[''], ['draw', 'drop', 'scan', '--help', '--version']],
    [['dr'], ['draw', 'drop']],
    [['x'], []],
    [
      ['draw', '--'],
      ['--db', '--shape', '--often', '--tag', '--loud', '--help'],
    ],
    [
      ['draw', '--shape', 's'],
      ['square', 'star'],
    ],
    [
      ['draw', '--shape', '='],
      ['round', 'square', 'star'],
    ],
    [['draw', '--shape', '=', 'r'], ['round']],
    [['draw', '--often', ''], []],
    [
      ['drop', ''],
      ['list', 'all'],
    ],
    [['drop', 'list', ''], []],
    [['drop', '--'], ['--help']],
  ])('offers for %j no files but %j', async (words, expected) => {
    expect(await offered(...words)).toEqual([noFiles, ...expected])
  })

  it('leaves files to bash, and has it offer folders where only they are meant', async () => {
    expect(await offered('draw', '--db', 'no')).toEqual([])
    expect(await offered('scan', 'no')).toEqual(['compopt -o dirnames +o default'])
  })

  it('is what an interactive bash completes with', async () => {
    if (!isInstalled('script')) return
    const cwd = await workbench('bash')
    const keys = [
      'source ./script',
      'planted-program() { printf "(%s)" "$@"; echo; }',
      'planted-program draw --db notes\\ o\t --sha\tsq\t',
      'planted-program scan no\t',
      'exit',
    ]
    const command = 'bash --norc --noprofile -i'
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd,
      input: `${keys.join('\n')}\n`,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, TERM: 'dumb' },
    })
    expect(stdout).toContain('(draw)(--db)(notes one.sqlite)(--shape)(square)')
    expect(stdout).toContain('(scan)(notes two/)')
  })
})

describe.skipIf(!isInstalled('zsh'))('the script for zsh', () => {
  it('is a script', async () => {
    const cwd = await workbench('zsh')
    expect(output({ shell: 'zsh', cwd, args: ['-n', 'script'] })).toEqual({ text: '', errors: '' })
  })
})

describe.skipIf(!isInstalled('fish'))('the script for fish', () => {
  it.each([
    ['planted-program dr', ['draw', 'drop']],
    ['planted-program draw --sh', ['--shape']],
    ['planted-program draw --shape s', ['square', 'star']],
    ['planted-program draw --db notes', ['notes one.sqlite', 'notes two/']],
    ['planted-program draw notes', []],
    ['planted-program drop ', ['all', 'list']],
    ['planted-program drop list ', []],
    ['planted-program scan notes', ['notes two/']],
    ['planted-program draw scan --', ['--db', '--help', '--loud', '--often', '--shape', '--tag']],
  ])('offers for %j %j', async (line, expected) => {
    const cwd = await workbench('fish')
    const args = ['--no-config', '-c', `source ./script; complete -C '${line}'`]
    const { text, errors } = output({ shell: 'fish', cwd, args })
    const candidates = text.split('\n').filter((row) => row !== '')
    expect([candidates.map((row) => row.split('\t')[0]), errors]).toEqual([expected, ''])
  })
})
