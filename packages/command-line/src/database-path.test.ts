import { homedir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databasePath, recalliteFolder } from './database-path.js'

const home = join(homedir(), 'someone')

describe('databasePath', () => {
  it('is the file that is named, from here', () => {
    expect(databasePath({ db: 'a.sqlite', agent: '../ignored', home })).toBe(resolve('a.sqlite'))
    expect(databasePath({ db: ':memory:', home })).toBe(':memory:')
  })

  it('is else one for each agent in the home folder', () => {
    expect(databasePath({ home })).toBe(join(home, '.recallite/memory/main.sqlite'))
    expect(databasePath({ agent: 'scout', home })).toBe(join(home, '.recallite/memory/scout.sqlite'))
  })

  it('keeps projects apart, also those of one name', () => {
    const of = (project: string) => databasePath({ agent: 'scout', home, project })
    expect(of('/work/notes')).toMatch(/\/memory\/projects\/notes-[0-9a-f]{12}\/scout\.sqlite$/)
    expect(of('/work/notes')).toBe(of('/work/notes'))
    expect(of('/work/notes')).not.toBe(of('/other/notes'))
    expect(of(`/work/${'ü\n'.repeat(100)}`)).toMatch(/\/projects\/-{1,40}[0-9a-f]{12}\/scout\.sqlite$/)
    expect(of('/')).toMatch(/\/projects\/-[0-9a-f]{12}\/scout\.sqlite$/)
  })

  it.each(['', '../x', 'a b', 'x'.repeat(65)])('refuses the agent id %j', (agent) => {
    expect(() => databasePath({ agent, home })).toThrow(/--agent .*1 to 64 letters/)
  })
})

describe('recalliteFolder', () => {
  it.each([undefined, ''])(
    'is in the home of the user who runs this where the environment has %j',
    (none) => {
      expect(recalliteFolder(none)).toBe(join(userInfo().homedir, '.recallite'))
    },
  )
})
