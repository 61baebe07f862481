import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runHere } from '../__fixtures__/run-here.js'
import { commands } from './command-table.js'

/*
 * The output of each command for people, 80 columns wide, in `__outputs__/*.txt`. Values that differ between runs or machines are
 * replaced: folders, times, sizes of databases, versions.
 */

const notes: Readonly<Record<string, string>> = {
  'notes/decisions/auth.md':
    '# Authentication\n\n## Token refresh\n\nThe access token expires after 15 minutes (900 seconds). We decided to refresh it with a rotating refresh token, kept in an HttpOnly cookie, and to revoke the whole family of tokens when one is used twice.\n\n- rotation: on every refresh\n- owner: Ada 👩‍💻 and 李雷\n\n## Logout\n\nLogout revokes the refresh token.\n',
  'notes/decisions/copy.md': '# Authentication\n\n## Logout\n\nLogout revokes the refresh token.\n',
  'notes/people/lena.md': '# Lena\n\nLena designs the onboarding, and likes zeppelins.\n',
  'notes/日本/認証.md':
    '# 認証メモ\n\n更新トークンは、使うたびに新しいものと交換し、再利用が見つかったときには、同じ系列のトークンをすべて無効にします。\n',
  'notes/inbox.md': 'Ask Sam about the invoice of 2026-02-11.\n',
}

/** A home folder with notes, and the output of commands in it. */
function home(files: Readonly<Record<string, string>> = notes) {
  const folder = homeFolder()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  const env = { HOME: folder, NO_COLOR: '', FORCE_COLOR: '', RECALLITE_PROVIDER: 'none' }
  const run = (...args: string[]) => runHere(args, { cwd: folder, env })
  /** The screen after these command lines, with messages marked by `|` and exit codes except 0. */
  const screen = async (...lines: (readonly string[])[]) => {
    const shown: string[] = []
    for (const args of lines) {
      const { stdout, stderr, exitCode } = await run(...args)
      const told = stderr.replaceAll(/^/gmu, '| ').replace(/\| $/u, '')
      const end = exitCode === 0 ? '' : `(exit code ${exitCode})\n`
      shown.push(`$ recallite ${args.map(quoted).join(' ')}\n${stdout}${told}${end}`)
    }
    return stable(shown.join('\n'), folder)
  }
  return { folder, write, run, screen }
}

/** A folder whose path has the same length on every machine, so that lines wrap in the same way. */
function homeFolder(): string {
  const folder = temporaryFolder()
  const inside = join(folder, 'h'.repeat(Math.max(1, 71 - folder.length)))
  mkdirSync(inside)
  return inside
}

function quoted(word: string): string {
  return /^[\w./:=,~-]+$/u.test(word) ? word : `'${word}'`
}

function stable(text: string, folder: string): string {
  return text
    .replaceAll(folder, '/home/ada')
    .replaceAll(/ *\d+\.\d ms/gu, ' 0.0 ms')
    .replaceAll(/\d+\.\d s\b/gu, '0.0 s')
    .replaceAll(/^(?! {2}\w).*$/gmu, (line) =>
      line.replaceAll(/\d+\.\d [MG]B(?: \(\d+ bytes\))?/gu, '0.1 MB'),
    )
    .replaceAll(/SQLite \d+\.\d+\.\d+|sqlite-vec v\d+\.\d+\.\d+/gu, (found) =>
      found.replace(/\d.*/u, '1.2.3'),
    )
    .replaceAll(/on (?:linux|darwin|win32)-\w+/gu, 'on linux-x64')
    .replaceAll(/\d+(?=\s+\(fs\.inotify)/gu, '65536')
    .replaceAll(/\((?:FTS5 |v)?\d+\.\d+\.\d+[^)]*\)/gu, '(1.2.3)')
    .replaceAll(/\b[Nn]ode(?:\.js)? v?\d+\.\d+\.\d+/gu, 'Node 1.2.3')
}

async function indexed() {
  const here = home()
  await here.run('index', 'notes')
  return here
}

const saved = (name: string) => join(import.meta.dirname, '__outputs__', `${name}.txt`)

describe('at 80 columns', () => {
  it('search prints its results in every format', async () => {
    const { screen } = await indexed()
    const shown = await screen(
      ['search', 'refresh', 'token'],
      ['search', '更新トークン'],
      ['search', 'token', '-n', '1', '--explain'],
      ['search', 'refresh token', '--max-tokens', '60'],
      ['search', 'token in March 2024', '-n', '1', '--threshold', '0', '--explain'],
      ['search', 'token in March 2024', '-n', '1', '--threshold', '0', '--no-time'],
      ...['grep', 'files', 'md'].map((format) => ['search', 'refresh token', '-n', '2', '--format', format]),
    )
    await expect(shown).toMatchFileSnapshot(saved('search'))
  })

  it('search says why there are no results, and what it did instead', async () => {
    const { screen, folder, write } = await indexed()
    const shown = await screen(
      ['search', 'quantum chromodynamics'],
      ['search', 'invoice zebra harbour Lisbon Oslo Madrid quantum Vienna Rome'],
      ['search', 'invoice zebra harbour Lisbon Oslo Madrid quantum Vienna Rome', '--threshold', '0'],
      ['search', 'zepelins'],
      ['search', 'token', '--provider', 'openai'],
      ['search', ''],
      ['search', 'token', '--limit', '500'],
      ['search', 'token', '-n', '2.5'],
      ['search', 'token', '--threshold', '7'],
      ['search', 'token', '--recency', '0'],
      ['search', 'token', '--perdocument', '3'],
      ['search', 'token', '-draft'],
      ['search', 'token', '--root', 'nots'],
      ['serach', 'token'],
    )
    await expect(shown).toMatchFileSnapshot(saved('search-otherwise'))
    write('project/MEMORY.md', '# Project\n\nWe use pnpm.\n')
    const project = { cwd: join(folder, 'project'), env: { HOME: folder } }
    const inProject = await runHere(['search', 'zeppelin'], project)
    expect(inProject.stderr).toContain('--scope user searches your own memory.')
  })

  it('why, get, status, roots, spaces and config', async () => {
    const { screen } = await indexed()
    const shown = await screen(
      ['why', 'refresh token', 'notes/decisions/auth.md'],
      ['why', 'refresh token', 'notes/people/lena.md'],
      ['get', 'notes/people/lena.md:3'],
      ['get', 'notes/decisions/*.md:3', 'inbox.md'],
      ['get', 'notes/people/lean.md'],
      ['get', 'notes/people/lena.md:33'],
      ['status'],
      ['roots'],
      ['spaces'],
      ['config', 'query'],
    )
    await expect(shown).toMatchFileSnapshot(saved('look'))
  })

  it('index, watch, backup, optimise, trust, models and doctor', async () => {
    const { screen, write } = home()
    const first = await screen(
      ['status'],
      ['search', 'token'],
      ['roots'],
      ['index', 'notes', '--dry-run'],
      ['index', 'notes'],
    )
    write('notes/inbox.md', 'Nothing to do.\n')
    write('notes/new.md', '# New\n')
    write('work/MEMORY.md', '# Work\n')
    const second = await screen(
      ['index'],
      ['index', 'nowhere'],
      ['backup', 'copy.sqlite'],
      ['backup', 'copy.sqlite'],
      ['optimise'],
      ['trust', 'work'],
      ['trust', '--list'],
      ['trust', '--remove', 'work'],
      ['models'],
      ['models', 'remove', 'minilm'],
      ['models', 'fetch'],
      ['roots', 'remove', 'nots'],
      ['roots', 'remove', 'notes'],
      ['doctor'],
    )
    await expect(`${first}\n${second}`).toMatchFileSnapshot(saved('change'))
  })

  it('the help of the program and of every command', async () => {
    const { screen } = home({})
    // COMMANDS.md contains the others.
    await expect(await screen(['--help'], ['search', '--help'])).toMatchFileSnapshot(saved('help'))
    const shown = await screen(['--help'], ...commands.map(({ name }) => [name, '--help']))
    const long = shown.split('$ recallite ').filter((each) => each.trim().split('\n').length > 61)
    expect(long).toEqual([])
    const wide = shown.split('\n').filter(({ length }) => length > 80)
    // Examples are commands to copy.
    expect(wide.filter((line) => !line.startsWith('  recallite '))).toEqual([])
  })
})
