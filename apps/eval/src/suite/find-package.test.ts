import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { installPackages } from '../__fixtures__/package-folder.js'
import { findPackage } from './find-package.js'

describe('findPackage', () => {
  it('takes the nearest above, as an import would', () => {
    const top = realpathSync(temporaryFolder())
    const folder = join(top, 'apps/eval')
    mkdirSync(folder, { recursive: true })
    installPackages(top, { near: { version: '1.0.0' }, '@far/away': { version: '3.0.0' } })
    installPackages(folder, { near: { version: '2.0.0' } })
    expect(findPackage('near', folder)).toEqual({
      folder: join(folder, 'node_modules/near'),
      version: '2.0.0',
    })
    expect(findPackage('@far/away', folder)).toEqual({
      folder: join(top, 'node_modules/@far/away'),
      version: '3.0.0',
    })
    expect(findPackage('nowhere-to-be-found', folder)).toBeUndefined()
  })

  it('passes over a folder that is no package', () => {
    const top = realpathSync(temporaryFolder())
    mkdirSync(join(top, 'apps/node_modules/notes'), { recursive: true })
    installPackages(top, { notes: { version: '1.0.0' } })
    expect(findPackage('notes', join(top, 'apps'))?.folder).toBe(join(top, 'node_modules/notes'))
  })

  it('follows links, so that what a package brings along is found beside it', () => {
    const top = realpathSync(temporaryFolder())
    const store = join(top, 'store')
    installPackages(store, { outer: { version: '1.0.0' }, inner: { version: '2.0.0' } })
    mkdirSync(join(top, 'app/node_modules'), { recursive: true })
    symlinkSync(join(store, 'node_modules/outer'), join(top, 'app/node_modules/outer'), 'junction')
    const outer = findPackage('outer', join(top, 'app'))
    expect(outer?.folder).toBe(join(store, 'node_modules/outer'))
    expect(findPackage('inner', outer?.folder ?? '')?.version).toBe('2.0.0')
    expect(findPackage('inner', join(top, 'app'))).toBeUndefined()
  })

  it.each(['{}', '{"version": 7}', '[]', '{'])('knows no version from %j', (manifest) => {
    const top = realpathSync(temporaryFolder())
    installPackages(top, { notes: {} })
    writeFileSync(join(top, 'node_modules/notes/package.json'), manifest)
    expect(findPackage('notes', top)).toEqual({ folder: join(top, 'node_modules/notes'), version: undefined })
  })
})
