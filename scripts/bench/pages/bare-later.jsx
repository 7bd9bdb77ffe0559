export function Later() {
  return <p>Later</p>
}
