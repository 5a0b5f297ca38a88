export const DRIVER_FILE: RegExp
export function mendDriver(source: string): string
