export type BarColor = 'red' | 'yellow' | 'green';
export type OverallHealth = 'healthy' | 'warning' | 'degraded' | 'critical';

/** Color of the memory bar, and of the CPU bar: red above 85 percent, yellow above 70, else green (1§9, decisions M2, M4). */
export function memoryBarColour(percentText: string | number | null | undefined): BarColor {
  const percent = Number.parseFloat(String(percentText ?? ''));
  if (percent > 85) return 'red';
  return percent > 70 ? 'yellow' : 'green';
}

/** Length of the CPU bar in percent: first load value over cores, at most 100; 0 without cores (1§9, decisions M3). */
export function cpuBarPercent(cpu: { load: readonly number[] | number; cores: number }): number {
  const first = typeof cpu.load === 'number' ? cpu.load : (cpu.load[0] ?? 0);
  if (!(cpu.cores > 0) || !(first > 0)) return 0;
  return Math.min(100, (first / cpu.cores) * 100);
}

/** A disk counts as full from this percentage on, so that there is time left to free up space. */
export const DISK_FULL_PERCENT = 95;

/**
 * Overall health from memory use in percent (decisions M1). A full disk is critical, and a load above the number of cores is at least a
 * warning, whatever the memory use.
 */
export function overallHealth(use: {
  memory_percent: number;
  load_percent?: number;
  disk_percent?: number;
}): OverallHealth {
  const { memory_percent, load_percent = 0, disk_percent = 0 } = use;
  if (disk_percent >= DISK_FULL_PERCENT) return 'critical';
  const health = memoryHealth(memory_percent);
  return load_percent > 100 && health === 'healthy' ? 'warning' : health;
}

function memoryHealth(memory_percent: number): OverallHealth {
  if (memory_percent > 95) return 'critical';
  if (memory_percent > 85) return 'degraded';
  return memory_percent > 70 ? 'warning' : 'healthy';
}
