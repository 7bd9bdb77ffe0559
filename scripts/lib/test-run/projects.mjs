/** The projects in `vitest.config.ts` that need no build. */
export const sourceProjects = ['browser', 'source', 'unit']

export const projectOptions = (projects) => projects.flatMap((name) => ['--project', name])
