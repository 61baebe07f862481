import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from './repository.js'

/** An entry of `exports`: a path, or paths by condition in order of precedence. */
export type Export = string | Record<string, string>

/** The fields of package.json that the checks read. */
export interface Manifest {
  name: string
  version: string
  description?: string
  keywords?: string[]
  private?: boolean
  license?: string
  type?: string
  sideEffects?: boolean
  files?: string[]
  bin?: Record<string, string>
  engines?: Record<string, string>
  repository?: { type: string; url: string; directory: string }
  exports?: Record<string, Export>
  publishConfig?: { access?: string; exports?: Record<string, Export> }
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  optionalDependencies?: Record<string, string>
}

export interface WorkspacePackage {
  /** Its folder, from the root. */
  folder: string
  manifest: Manifest
}

function packagesIn(parent: string, root: string): WorkspacePackage[] {
  if (!existsSync(join(root, parent))) return []
  return readdirSync(join(root, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
    }))
}

/** All packages of the workspace, in the folders of pnpm-workspace.yaml. */
export function workspacePackages(root = repositoryRoot): WorkspacePackage[] {
  const settings = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const folders = [...settings.matchAll(/^ {2}- (\S+)\/\*$/gm)]
  return folders.flatMap(([, parent = '']) => packagesIn(parent, root))
}

export function publishedPackages(root = repositoryRoot): WorkspacePackage[] {
  return workspacePackages(root).filter(({ manifest }) => manifest.private !== true)
}
