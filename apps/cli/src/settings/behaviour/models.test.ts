import { join } from 'node:path'
import { proveSettings } from '../__fixtures__/prove-settings.js'

proveSettings('models', {
  'models.path': ({ home, write, run, runJson }) => ({
    given: { provider: 'local', model: 'mine' },
    value: '~/elsewhere',
    shown: join(home, 'elsewhere'),
    async observe() {
      write(join(home, '.recallite/models/theirs.gguf'), 'GGUF')
      write(join(home, 'elsewhere/mine.gguf'), 'GGUF')
      write('notes/auth.md', '# Auth\n\nSessions end after 900 seconds.\n')
      const models = await runJson<{ name: string }[]>('models')
      const { stderr } = await run('index', 'notes')
      return [models.map(({ name }) => name), stderr.includes('There is no model mine')]
    },
    unset: [['theirs'], true],
    set: [['mine'], false],
  }),
})
