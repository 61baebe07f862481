import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { refusalOf } from './__fixtures__/settings-error.js'
import { findUserFile, findWorkspaceFile } from './settings-files.js'

function folderWith(...paths: string[]) {
  const top = temporaryFolder()
  for (const path of paths) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    if (path.endsWith('/')) mkdirSync(join(top, path), { recursive: true })
    else writeFileSync(join(top, path), '')
  }
  return top
}

describe('the user file', () => {
  it.each(['config.yaml', 'config.yml', 'config.json'])('is %s', (name) => {
    const home = folderWith(`.recallite/${name}`)
    expect(findUserFile(home)).toBe(join(home, '.recallite', name))
  })

  it('need not be there', () => {
    expect(findUserFile(folderWith())).toBeUndefined()
  })

  it('is one', () => {
    const home = folderWith('.recallite/config.yaml', '.recallite/config.json')
    expect(refusalOf(() => findUserFile(home))).toMatch(
      /^SETTINGS_AMBIGUOUS \S+config\.yaml and \S+config\.json are both there.*remove the other/,
    )
  })
})

describe('a home folder', () => {
  it('that is no folder holds no settings', () => {
    const file = join(folderWith('file'), 'file')
    expect(findUserFile(file)).toBeUndefined()
    expect(findUserFile('/dev/null')).toBeUndefined()
  })

  it('whose name is too long for the system is said to be so', () => {
    const refusal = refusalOf(() => findUserFile(`/${'x'.repeat(5000)}`))
    expect(refusal).toMatch(
      /^SETTINGS_UNREADABLE Whether there is .* cannot be seen\. .*ENAMETOOLONG.*HOME=FOLDER/,
    )
  })
})

describe('the workspace file', () => {
  it('is the nearest upwards', () => {
    const top = folderWith('home/.recallite.yaml', 'home/a/.recallite.json', 'home/a/b/c/')
    const found = (cwd: string) => findWorkspaceFile(join(top, cwd), join(top, 'home'))
    expect(found('home/a/b/c')).toBe(join(top, 'home/a/.recallite.json'))
    expect(found('home')).toBe(join(top, 'home/.recallite.yaml'))
  })

  it('is not looked for above the home folder, by whatever name it is known', () => {
    const top = folderWith('.recallite.yaml', 'home/a/')
    expect(findWorkspaceFile(join(top, 'home/a'), join(top, 'home'))).toBeUndefined()
    symlinkSync(join(top, 'home'), join(top, 'link'))
    expect(findWorkspaceFile(join(top, 'home/a'), join(top, 'link'))).toBeUndefined()
    expect(findWorkspaceFile(join(top, 'home/a'), '/elsewhere')).toBe(join(top, '.recallite.yaml'))
  })

  it.each(['.git/', '.git'])('is not looked for above a folder with %s, but in it', (git) => {
    const top = folderWith('.recallite.yaml', `repository/${git}`, 'repository/a/')
    expect(findWorkspaceFile(join(top, 'repository/a'), '/elsewhere')).toBeUndefined()
    writeFileSync(join(top, 'repository/.recallite.yml'), '')
    expect(findWorkspaceFile(join(top, 'repository/a'), '/elsewhere')).toBe(
      join(top, 'repository/.recallite.yml'),
    )
  })

  it('is one, and a link that leads nowhere counts', () => {
    const top = folderWith('.recallite.yml')
    symlinkSync(join(top, 'nowhere'), join(top, '.recallite.yaml'))
    expect(refusalOf(() => findWorkspaceFile(top, top))).toMatch(/^SETTINGS_AMBIGUOUS /)
  })
})
