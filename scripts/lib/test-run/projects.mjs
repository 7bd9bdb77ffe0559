/** The projects of `vitest.config.ts` that need no build. */
export const sourceProjects = ['source', 'unit', 'alone']

export const projectOptions = (projects) => projects.flatMap((name) => ['--project', name])
