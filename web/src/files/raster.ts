// An SVG picture as PNG, in twice its size.

const pixelRatio = 2;

export async function rasterOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${btoa(String.fromCodePoint(...new TextEncoder().encode(svg)))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * pixelRatio;
  canvas.height = image.height * pixelRatio;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made."))), "image/png"),
  );
}
