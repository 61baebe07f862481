import { appendFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { proveSettings, type Proof } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'
import { countRead, whileWatching } from '../__fixtures__/watched-workspace.js'
import type { Plain } from '@recallite/settings'

const byWords = { provider: 'none' }
const sessionsOn = { ...byWords, sessions: { enabled: true } }

/** A line of a transcript. */
const say = (content: string) => `${JSON.stringify({ role: 'user', content })}\n`

/** Writes a note, without which there is nothing to index, and a transcript; gives its file. */
function writeBoth({ write, home }: SettingsWorkspace, folder = '.recallite/sessions/main'): string {
  write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
  return write(join(home, folder, 'talk.jsonl'), say('Where does the zeppelin land?'))
}

/** The documents that answer, after indexing. */
async function answers({ run, search }: SettingsWorkspace): Promise<string[]> {
  await run('index', 'notes')
  await run('index')
  return (await search('zeppelin')).results.map(({ path }) => path)
}

/** Which documents answer once a transcript of ten days ago is there. */
function answered(workspace: SettingsWorkspace, proof: Omit<Proof, 'observe'>, folder?: string): Proof {
  return {
    ...proof,
    observe() {
      const tenDaysAgo = Date.now() / 1000 - 10 * 86_400
      utimesSync(writeBoth(workspace, folder), tenDaysAgo, tenDaysAgo)
      return answers(workspace)
    },
  }
}

/** Whether a program that watches reads a transcript again that has grown by three messages. */
function growthProof(workspace: SettingsWorkspace, value: Plain): Proof {
  return {
    given: { ...sessionsOn, update: { interval: 0 } },
    value,
    async observe() {
      const file = writeBoth(workspace)
      await workspace.run('index', 'notes')
      return whileWatching(workspace, async ({ events, until, settled }) => {
        await settled()
        const before = countRead(events)
        for (const answer of ['In the marsh.', 'Thanks.', 'Not at all.']) appendFileSync(file, say(answer))
        return until(() => countRead(events) > before, 8000)
      })
    },
    unset: false,
    set: true,
  }
}

proveSettings('sessions', {
  'sessions.enabled': (workspace) =>
    answered(workspace, { given: byWords, value: true, unset: [], set: ['talk.jsonl'] }),
  'sessions.path': (workspace) => {
    const shown = join(workspace.home, 'talks')
    const proof = { given: sessionsOn, value: '~/talks', shown, unset: [], set: ['talk.jsonl'] }
    return answered(workspace, proof, 'talks')
  },
  'sessions.retentionDays': (workspace) =>
    answered(workspace, { given: sessionsOn, value: 7, unset: ['talk.jsonl'], set: [] }),
  'sessions.deltaBytes': (workspace) => growthProof(workspace, 100),
})
