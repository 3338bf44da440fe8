// Packs the extension as dashpot-modelica-VERSION.vsix: a zip file with a manifest, the files of this folder and the
// modules that it needs. Plain Node, no further tools.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");

const root = __dirname;
const description = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));

const own = [
  "package.json",
  "extension.js",
  "language-configuration.json",
  "README.md",
  "syntaxes/modelica.tmLanguage.json",
];

function filesUnder(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.name === ".bin" || entry.name === ".package-lock.json") return [];
    return entry.isDirectory() ? filesUnder(name) : entry.isFile() ? [name] : [];
  });
}

function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function manifest() {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${description.name}" Version="${description.version}" Publisher="${description.publisher}"/>
    <DisplayName>${escaped(description.displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description.description)}</Description>
    <Categories>${escaped(description.categories.join(","))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(description.engines.vscode)}"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function contentTypes(names) {
  const types = { ".json": "application/json", ".js": "application/javascript", ".vsixmanifest": "text/xml" };
  const endings = new Set(names.map((name) => path.extname(name)).filter((ending) => ending));
  const lines = [...endings]
    .sort()
    .map((ending) => `  <Default Extension="${escaped(ending)}" ContentType="${types[ending] || "text/plain"}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${lines.join("\n")}
</Types>
`;
}

// Zip: local headers with the data, then the directory, then its end record. Times are fixed, so that the same files give
// the same bytes.
function zipped(entries) {
  const day = (1 << 5) | 1; // the first of January 1980
  const pieces = [];
  const directory = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const label = Buffer.from(name);
    const packed = zlib.deflateRawSync(data, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // version needed
    common.writeUInt16LE(0x0800, 2); // names are UTF-8
    common.writeUInt16LE(8, 4); // deflate
    common.writeUInt16LE(0, 6);
    common.writeUInt16LE(day, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(label.length, 22);
    common.writeUInt16LE(0, 24);
    pieces.push(Buffer.from("PK\x03\x04", "latin1"), common, label, packed);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, central, label);
    offset += 4 + common.length + label.length + packed.length;
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...pieces, ...directory, Buffer.from("PK\x05\x06", "latin1"), end]);
}

const table = Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; ++bit) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc32(data) {
  let value = 0xffffffff;
  for (const byte of data) value = table[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function main() {
  if (!fs.existsSync(path.join(root, "node_modules", "vscode-languageclient"))) {
    console.error("error: the modules are missing\nhint: npm ci");
    process.exit(1);
  }
  const names = [...own, ...filesUnder("node_modules").sort()];
  const entries = names.map((name) => ({ name: `extension/${name}`, data: fs.readFileSync(path.join(root, name)) }));
  const all = ["extension.vsixmanifest", "LICENSE.txt", ...names];
  entries.push({ name: "extension/LICENSE.txt", data: fs.readFileSync(path.join(root, "../../LICENSE")) });
  entries.unshift(
    { name: "[Content_Types].xml", data: Buffer.from(contentTypes(all)) },
    { name: "extension.vsixmanifest", data: Buffer.from(manifest()) },
  );
  const file = path.resolve(process.argv[2] || `${description.name}-${description.version}.vsix`);
  fs.writeFileSync(`${file}.part`, zipped(entries));
  fs.renameSync(`${file}.part`, file);
  console.log(`wrote ${file}: ${entries.length} files`);
}

main();
