import { createRequire } from 'node:module'

const packageName = '@recallite/readers-documents'

/** Whether a file is one that the package for PDF and Office reads, by its name. */
export function isDocumentFile(path: string): boolean {
  return /\.(?:pdf|docx|pptx|xlsx)$/iu.test(path)
}

/** Why such files are not read where the package is not installed. */
export const missingReader = `a PDF or Office file, which another package reads: npm install --global ${packageName}`

let isInstalled: boolean | undefined

/** Whether the package is installed beside this one; nothing of it is loaded. */
export function hasDocumentReader(): boolean {
  isInstalled ??= canResolve(`${packageName}/package.json`)
  return isInstalled
}

function canResolve(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
