import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryFile } from './memory-file.js'

const folder = join('/home/someone', '.recallite/memory')

describe('memoryFile', () => {
  it('is separate for each agent', () => {
    expect(memoryFile(folder, { agent: 'main' })).toBe(join(folder, 'main.sqlite'))
    expect(memoryFile(folder, { agent: 'scout' })).toBe(join(folder, 'scout.sqlite'))
  })

  it('is separate for each project, even for projects of the same name', () => {
    const of = (project: string) => memoryFile(folder, { agent: 'scout', project })
    expect(of('/work/notes')).toMatch(/\/memory\/projects\/notes-[0-9a-f]{12}\/scout\.sqlite$/)
    expect(of('/work/notes')).toBe(of('/work/notes'))
    expect(of('/work/notes')).not.toBe(of('/other/notes'))
    expect(of(`/work/${'ü\n'.repeat(100)}`)).toMatch(/\/projects\/-{1,40}[0-9a-f]{12}\/scout\.sqlite$/)
    expect(of('/')).toMatch(/\/projects\/-[0-9a-f]{12}\/scout\.sqlite$/)
  })
})
