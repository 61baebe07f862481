import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { textOf } from './repository.js'
import { workspacePackages } from './workspace.js'

const settings = 'package.json turbo.json pnpm-workspace.yaml pnpm-lock.yaml .changeset/config.json'.split(
  ' ',
)

/** Copies the workspace's manifests and settings alone. */
export function copyWorkspace(): string {
  const folder = temporaryFolder()
  for (const path of settings) place(folder, path, textOf(path))
  for (const { folder: home } of workspacePackages())
    place(folder, `${home}/package.json`, textOf(`${home}/package.json`))
  return folder
}

/** Writes a file of a copy, and its folders. */
export function place(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
