/**
 * Returns a Discord user's name without the 0 that Discord's API adds to unique names (S3.9.4.8). Services send such a name as
 * `ann#0` or `ann0`. The number of an older name, such as `ann#1230`, stays whole.
 */
export function discordName(name: string): string {
  return name.replace(name.includes('#') ? /#0$/ : /0$/, '')
}
