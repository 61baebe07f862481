import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { has, repositoryRoot, textOf } from './repository.js'
import { workspacePackages } from './workspace.js'

const settings = 'package.json turbo.json pnpm-workspace.yaml pnpm-lock.yaml .changeset/config.json'.split(
  ' ',
)

/** Copies the workspace's manifests and settings alone; each package with the further dependencies asked for, and an import of each. */
export function copyWorkspace(planted: Record<string, string[]> = {}): string {
  const folder = temporaryFolder()
  for (const path of settings) place(folder, path, textOf(path))
  for (const { folder: home, manifest } of workspacePackages()) {
    const further = planted[manifest.name] ?? []
    const dependencies = {
      ...manifest.dependencies,
      ...Object.fromEntries(further.map((name) => [name, 'workspace:^'])),
    }
    place(folder, `${home}/package.json`, JSON.stringify({ ...manifest, dependencies }))
    place(folder, `${home}/src/planted.ts`, further.map((name) => `import '${name}'\n`).join(''))
    if (has(`${home}/turbo.json`))
      copyFileSync(join(repositoryRoot, home, 'turbo.json'), join(folder, home, 'turbo.json'))
  }
  return folder
}

/** Writes a file of a copy, and its folders. */
export function place(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
