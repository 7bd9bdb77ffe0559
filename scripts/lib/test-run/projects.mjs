/** The projects in `vitest.config.ts` that need no build. */
export const sourceProjects = ['browser', 'alone', 'shared', 'unit']

export const projectOptions = (projects) => projects.flatMap((name) => ['--project', name])
