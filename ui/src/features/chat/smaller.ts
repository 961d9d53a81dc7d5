/** A larger picture is made smaller before it is sent: models take none. */
const LARGE_PICTURE = 4_500_000
const LONGEST_SIDE = 2400
/** What models take as a picture; of a GIF only its first picture would be left. */
const READ = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** Returns a picture small enough for models; what cannot be read here goes as it is. */
export async function smaller(file: File): Promise<File> {
  if (file.size <= LARGE_PICTURE || !READ.has(file.type)) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
    const drawing = canvas.getContext('2d')!
    drawing.fillStyle = '#fff' // a JPEG has no see-through parts, and what has no colour becomes black
    drawing.fillRect(0, 0, canvas.width, canvas.height)
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const made = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    return made.size < file.size ? new File([made], asJpeg(file.name), { type: made.type }) : file
  } catch {
    return file
  }
}

const asJpeg = (name: string): string => (/\.jpe?g$/i.test(name) ? name : name.replace(/(\.\w*)?$/, '.jpg'))
