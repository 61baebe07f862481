import { proveSettings } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'
import { countRead, whileWatching } from '../__fixtures__/watched-workspace.js'

const auth = '# Auth\n\nSessions end after 900 seconds.\n'

async function indexNote({ write, run }: SettingsWorkspace): Promise<void> {
  write('notes/auth.md', auth)
  await run('index', 'notes')
}

proveSettings('update', {
  'update.onBoot': (workspace) => ({
    given: { provider: 'none' },
    value: false,
    async observe() {
      await indexNote(workspace)
      workspace.write('notes/new.md', '# New\n\nA zeppelin has landed.\n')
      return (await workspace.search('zeppelin')).results.map(({ path }) => path)
    },
    unset: ['new.md'],
    set: [],
  }),

  /** How often a program looks while nothing happens. */
  'update.interval': (workspace) => ({
    given: { provider: 'none' },
    value: '1s',
    async observe() {
      await indexNote(workspace)
      return whileWatching(workspace, async ({ events, until }) => {
        const looks = () => events.filter(({ event }) => event === 'sync').length
        return until(() => looks() > 2, 8000)
      })
    },
    unset: false,
    set: true,
  }),

  /** Whether a program has read a file some seconds after it was written. */
  'update.debounce': (workspace) => ({
    given: { provider: 'none', update: { interval: 0 } },
    value: '1m',
    async observe() {
      await indexNote(workspace)
      return whileWatching(workspace, async ({ events, until, settled }) => {
        await settled()
        const before = countRead(events)
        workspace.write('notes/new.md', '# New\n\nA zeppelin has landed.\n')
        return until(() => countRead(events) > before, 8000)
      })
    },
    unset: true,
    set: false,
  }),
})
