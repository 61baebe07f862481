import { proveSettings } from '../__fixtures__/prove-settings.js'

proveSettings('update', {
  'update.onBoot': ({ write, run, search }) => ({
    given: { provider: 'none' },
    value: false,
    async observe() {
      write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
      await run('index', 'notes')
      write('notes/new.md', '# New\n\nA zeppelin has landed.\n')
      return (await search('zeppelin')).results.map(({ path }) => path)
    },
    unset: ['new.md'],
    set: [],
  }),
})
