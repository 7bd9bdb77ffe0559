export interface CheckOptions {
  x?: string
}
export async function check(_c: unknown, _f: string[], _o: CheckOptions): Promise<never> {
  throw new Error('later')
}
