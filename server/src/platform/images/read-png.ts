import { wrongField } from '#platform/errors.ts';
import { cleanPng, type Png } from './clean-png.ts';

interface PngLimits {
  max_width: number;
  max_height: number;
  max_bytes: number;
  is_square?: boolean;
}

/** The sent image with nothing but its pixels; an error at the field if it is none, or beyond the limits. */
export function readPng(field: string, base64: string, limits: PngLimits): Png {
  const { max_width, max_height, max_bytes, is_square = false } = limits;
  const png = cleanPng(Buffer.from(base64, 'base64'), limits);
  if (png && png.bytes.length <= max_bytes && (!is_square || png.width === png.height)) return png;
  throw wrongField(
    field,
    `must be a ${is_square ? 'square ' : ''}PNG with 8 bits per channel, not interlaced, of at most ${max_width} × ${max_height} pixels and ${max_bytes / 1024} KB`,
  );
}
