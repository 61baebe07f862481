import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRandom } from '@recallite/test-kit/random'
import { temporaryFolder } from '@recallite/test-kit'
import type { Run } from '../program.ts'
import type { EmbeddingRequest } from '../provider.ts'
import { CaseLog } from '../run-suite.ts'
import { canaryKey, World } from '../world.ts'
import { judgeFolder, type Opened } from './judge-folder.ts'
import { canary, outsideState, noteWord, writeOutside } from './outside.ts'

const search: Run = {
  command: `recallite search ${noteWord}`,
  exitCode: 0,
  signal: null,
  isTimedOut: false,
  stdout: 'memory/own.md:1',
  stderr: '',
  milliseconds: 1,
}

type Sent = { trap: string[]; provider: EmbeddingRequest[] }
type Changeable = Opened & { sent: Sent }

/** The verdict on a harmless folder after `change`. */
function judged(change: (opened: Changeable) => void): Pick<CaseLog, 'lost' | 'leaked'> {
  const world = new World(join(temporaryFolder(), 'world'))
  world.clear()
  writeOutside(world)
  const [project, outside] = [join(world.folder, 'project'), join(world.folder, 'outside')]
  mkdirSync(project)
  mkdirSync(join(world.home, '.recallite'))
  const log = new CaseLog('x')
  log.runs.push(search)
  const scene = { world, project, outside, trap: '', shipped: '', random: createRandom(1) }
  const sent: Sent = { trap: [], provider: [] }
  const kind = { name: 'x', lay: () => undefined }
  const opened = { scene, kind, log, before: outsideState(world), sent }
  change(opened)
  judgeFolder(opened)
  return { lost: log.lost, leaked: log.leaked }
}

function withRun(run: Partial<Run>): (opened: Opened) => void {
  return ({ log }) => void log.runs.push({ ...search, command: 'recallite status', ...run })
}

it('finds nothing if nothing leaked', () => {
  expect(judged(() => undefined)).toEqual({ lost: [], leaked: [] })
})

it.each<[string, (opened: Changeable) => void, RegExp]>([
  ['it in base64', withRun({ stderr: Buffer.from(canary).toString('base64') }), /shows a file outside/],
  ['the key', withRun({ stderr: canaryKey }), /shows the key/],
  ['a sign for the terminal', withRun({ stdout: 'a\u001b[31mb' }), /prints U\+1b as it is/],
  ['a new file', ({ scene }) => writeFileSync(join(scene.outside, 'new'), ''), /outside were changed: .*new/],
  [
    'a copy in a database',
    ({ scene }) => writeFileSync(join(scene.world.home, '.recallite', 'x.sqlite'), `\0${canary}\0`),
    /a file outside was read into .*x\.sqlite/,
  ],
  ['the key at the trap', ({ sent }) => sent.trap.push(`Bearer ${canaryKey}`), /the key was sent/],
  [
    'text at the provider',
    ({ sent }) => sent.provider.push({ texts: [canary], isAnswered: true }),
    /a file outside was sent away/,
  ],
])('finds %s', (_, change, leak) => {
  expect(judged(change).leaked).toEqual([expect.stringMatching(leak)])
})

it('requires that the folder’s own note is found, or a reason', () => {
  const withSearch = (run: Partial<Run>) =>
    judged(({ log }) => void (log.runs[0] = { ...search, ...run })).lost
  expect(withSearch({ stdout: '', stderr: 'Nothing found.' })).toHaveLength(1)
  expect(withSearch({ exitCode: 2, stdout: '', stderr: '' })).toHaveLength(1)
  expect(withSearch({ exitCode: 2, stdout: '', stderr: 'refused, since it is a link' })).toEqual([])
})
