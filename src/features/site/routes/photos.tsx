export default function Page() {
  return <main>soon</main>;
}
