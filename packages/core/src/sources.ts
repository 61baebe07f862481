export { innerPath, realPathOf } from './system-paths.js'
export { rootDescription } from './sources/describe-root.js'
export { findProject, hasMemory, type ProjectSearch } from './sources/find-project.js'
