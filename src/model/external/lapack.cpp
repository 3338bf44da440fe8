#include "model/external/lapack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

// Routines of the system's library; how they are called is known from the external clause.
extern "C" {
void dgbsv_();
void dgecon_();
void dgees_();
void dgeev_();
void dgeevx_();
void dgehrd_();
void dgels_();
void dgelsy_();
void dgeqp3_();
void dgeqrf_();
void dgesdd_();
void dgesv_();
void dgesvd_();
void dgesvx_();
void dgetrf_();
void dgetri_();
void dgetrs_();
void dggev_();
void dggevx_();
void dgglse_();
void dgtsv_();
void dhgeqz_();
void dhseqr_();
void dlange_();
void dorghr_();
void dorgqr_();
void dormhr_();
void dormqr_();
void dpotrf_();
void dtrevc_();
void dtrsen_();
void dtrsm_();
void dtrsyl_();

/// LAPACK's own prints a message and ends the program. What it complains about is told by `info`, too.
void xerbla_(const char*, const std::int32_t*, std::size_t) {}
}

namespace dashpot::model {

namespace {

using Address = void (*)();

/// How a routine is called, argument by argument. What an array must have at least is what the routine may touch, by its
/// documentation: memory is made that large whatever the model says.
///   n       an Integer           -norm   a character           ~rcond     a Real
///   a=lda*n an array of Reals    ipiv#n  one of Integers       ipiv@n     one of Integers between 1 and n
///   !select a function, which is never called
struct Routine {
  std::string_view name;
  Address address;
  std::string_view arguments;
  bool isFunction = false;  // it gives a number
};

constexpr auto routines = std::to_array<Routine>({
    {"dgbsv", dgbsv_, "n kl ku nrhs ab=ldab*n ldab ipiv#n b=ldb*nrhs ldb info"},
    {"dgecon", dgecon_, "-norm n a=lda*n lda ~anorm ~rcond work=4*n iwork#n info"},
    {"dgees", dgees_, "-jobvs -sort !select n a=lda*n lda sdim wr=n wi=n vs=ldvs*n ldvs work=lwork lwork bwork#n info"},
    {"dgeev", dgeev_, "-jobvl -jobvr n a=lda*n lda wr=n wi=n vl=ldvl*n ldvl vr=ldvr*n ldvr work=lwork lwork info"},
    {"dgeevx", dgeevx_,
     "-balanc -jobvl -jobvr -sense n a=lda*n lda wr=n wi=n vl=ldvl*n ldvl vr=ldvr*n ldvr ilo ihi scale=n ~abnrm "
     "rconde=n rcondv=n work=lwork lwork iwork#2*n info"},
    {"dgehrd", dgehrd_, "n ilo ihi a=lda*n lda tau=n work=lwork lwork info"},
    {"dgels", dgels_, "-trans m n nrhs a=lda*n lda b=ldb*nrhs ldb work=lwork lwork info"},
    {"dgelsy", dgelsy_, "m n nrhs a=lda*n lda b=ldb*nrhs ldb jpvt#n ~rcond rank work=lwork lwork info"},
    {"dgeqp3", dgeqp3_, "m n a=lda*n lda jpvt#n tau=m+n work=lwork lwork info"},
    {"dgeqrf", dgeqrf_, "m n a=lda*n lda tau=m+n work=lwork lwork info"},
    {"dgesdd", dgesdd_,
     "-jobz m n a=lda*n lda s=m+n u=ldu*m+ldu*n ldu vt=ldvt*n ldvt work=lwork lwork iwork#8*m+8*n info"},
    {"dgesv", dgesv_, "n nrhs a=lda*n lda ipiv#n b=ldb*nrhs ldb info"},
    {"dgesvd", dgesvd_, "-jobu -jobvt m n a=lda*n lda s=m+n u=ldu*m ldu vt=ldvt*n ldvt work=lwork lwork info"},
    {"dgesvx", dgesvx_,
     "-fact -trans n nrhs a=lda*n lda af=ldaf*n ldaf ipiv@n -equed r=n c=n b=ldb*nrhs ldb x=ldx*nrhs ldx ~rcond "
     "ferr=nrhs berr=nrhs work=4*n iwork#n info"},
    {"dgetrf", dgetrf_, "m n a=lda*n lda ipiv#m+n info"},
    {"dgetri", dgetri_, "n a=lda*n lda ipiv@n work=lwork lwork info"},
    {"dgetrs", dgetrs_, "-trans n nrhs a=lda*n lda ipiv@n b=ldb*nrhs ldb info"},
    {"dggev", dggev_,
     "-jobvl -jobvr n a=lda*n lda b=ldb*n ldb alphar=n alphai=n beta=n vl=ldvl*n ldvl vr=ldvr*n ldvr work=lwork lwork "
     "info"},
    {"dggevx", dggevx_,
     "-balanc -jobvl -jobvr -sense n a=lda*n lda b=ldb*n ldb alphar=n alphai=n beta=n vl=ldvl*n ldvl vr=ldvr*n ldvr "
     "ilo ihi lscale=n rscale=n ~abnrm ~bbnrm rconde=n rcondv=n work=lwork lwork iwork#n+6 bwork#n info"},
    {"dgglse", dgglse_, "m n p a=lda*n lda b=ldb*n ldb c=m d=p x=n work=lwork lwork info"},
    {"dgtsv", dgtsv_, "n nrhs dl=n d=n du=n b=ldb*nrhs ldb info"},
    {"dhgeqz", dhgeqz_,
     "-job -compq -compz n ilo ihi h=ldh*n ldh t=ldt*n ldt alphar=n alphai=n beta=n q=ldq*n ldq z=ldz*n ldz work=lwork "
     "lwork info"},
    {"dhseqr", dhseqr_, "-job -compz n ilo ihi h=ldh*n ldh wr=n wi=n z=ldz*n ldz work=lwork lwork info"},
    {"dlange", dlange_, "-norm m n a=lda*n+m lda work=m", true},
    {"dorghr", dorghr_, "n ilo ihi a=lda*n lda tau=n work=lwork lwork info"},
    {"dorgqr", dorgqr_, "m n k a=lda*n lda tau=k work=lwork lwork info"},
    {"dormhr", dormhr_, "-side -trans m n ilo ihi a=lda*m+lda*n lda tau=m+n c=ldc*n ldc work=lwork lwork info"},
    {"dormqr", dormqr_, "-side -trans m n k a=lda*k lda tau=k c=ldc*n ldc work=lwork lwork info"},
    {"dpotrf", dpotrf_, "-uplo n a=lda*n lda info"},
    {"dtrevc", dtrevc_, "-side -howmny select#n n t=ldt*n ldt vl=ldvl*mm ldvl vr=ldvr*mm ldvr mm m work=3*n info"},
    {"dtrsen", dtrsen_,
     "-job -compq select#n n t=ldt*n ldt q=ldq*n ldq wr=n wi=n m ~s ~sep work=lwork lwork iwork#liwork liwork info"},
    {"dtrsm", dtrsm_, "-side -uplo -transa -diag m n ~alpha a=lda*m+lda*n lda b=ldb*n ldb"},
    {"dtrsyl", dtrsyl_, "-trana -tranb isgn m n a=lda*m lda b=ldb*n ldb c=ldc*n ldc ~scale info"},
});

const Routine* findRoutine(std::string_view name) {
  const auto found = std::ranges::find(routines, name, &Routine::name);
  return found == routines.end() ? nullptr : &*found;
}

/// One argument of a routine.
struct Parameter {
  char kind = 'i';  // i: an Integer; else the mark of its kind
  std::string_view name = {};
  std::string_view size = {};  // of an array
};

std::vector<Parameter> parametersOf(const Routine& routine) {
  std::vector<Parameter> result;
  std::string_view rest = routine.arguments;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t mark = word.find_first_of("=#@");
    if (mark != std::string_view::npos)
      result.push_back({word[mark], word.substr(0, mark), word.substr(mark + 1)});
    else if (word.find_first_of("-~!") == 0)
      result.push_back({word[0], word.substr(1), {}});
    else
      result.push_back({'i', word, {}});
  }
  return result;
}

// More than this cannot be meant.
constexpr double mostElements = 1e8;

/// A sum of products of numbers and names, each at least 0.
template <class ValueOf>
double evaluate(std::string_view sum, const ValueOf& valueOf) {
  double total = 0.0;
  while (!sum.empty()) {
    std::string_view term = sum.substr(0, std::min(sum.find('+'), sum.size()));
    sum.remove_prefix(std::min(term.size() + 1, sum.size()));
    double product = 1.0;
    while (!term.empty()) {
      const std::string_view factor = term.substr(0, std::min(term.find('*'), term.size()));
      term.remove_prefix(std::min(factor.size() + 1, term.size()));
      const bool isDigit = factor[0] >= '0' && factor[0] <= '9';
      product *= std::max(0.0, isDigit ? static_cast<double>(factor[0] - '0') : valueOf(factor));
    }
    total += product;
  }
  return total;
}

/// f(p_1, ..., p_n), where all arguments are as large as a pointer.
template <class Result, std::size_t... i>
Result invokeWith(Address f, const std::vector<void*>& p, std::index_sequence<i...>) {
  using Function = Result (*)(decltype(static_cast<void>(i), static_cast<void*>(nullptr))...);
  return reinterpret_cast<Function>(f)(p[i]...);
}

constexpr std::size_t mostPointers = 36;  // 29 arguments of dggevx, with the lengths of four characters

template <class Result, std::size_t n = 0>
Result invoke(Address f, const std::vector<void*>& p) {
  if constexpr (n > mostPointers)
    return Result();
  else
    return p.size() == n ? invokeWith<Result>(f, p, std::make_index_sequence<n>()) : invoke<Result, n + 1>(f, p);
}

/// A selection of eigenvalues that selects none.
std::int32_t selectNone(const double*, const double*) { return 0; }

/// An argument in Fortran's form.
struct Storage {
  std::vector<double> reals = {};
  std::vector<std::int32_t> integers = {};
  std::string text = {};
};

class LapackCall final : public symbolic::HostFunction {
 public:
  LapackCall(const Routine& routine, std::vector<Parameter> parameters, std::vector<HostArgument> arguments)
      : routine_(routine), parameters_(std::move(parameters)), arguments_(std::move(arguments)) {}

  bool call(std::span<const double> given, std::span<double> results, std::string& problem) const override {
    std::vector<Storage> storage(arguments_.size());
    for (std::size_t i = 0, next = 0; i < arguments_.size(); ++i)
      if (!store(arguments_[i], given, next, storage[i], problem)) return false;
    const auto valueOf = [&](std::string_view name) {
      const auto found = std::ranges::find(parameters_, name, &Parameter::name);
      return static_cast<double>(storage[static_cast<std::size_t>(found - parameters_.begin())].integers[0]);
    };
    std::vector<void*> pointers;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const double size = evaluate(parameters_[i].size, valueOf);
      if (size > mostElements) {
        problem = fmt::format("'{}' of '{}' would have more than {} elements", parameters_[i].name, routine_.name,
                              mostElements);
        return false;
      }
      pointers.push_back(prepared(parameters_[i].kind, size, storage[i]));
    }
    for (std::size_t i = 0; i < parameters_.size(); ++i)
      if (parameters_[i].kind == '-') pointers.push_back(reinterpret_cast<void*>(std::uintptr_t{1}));
    std::size_t next = 0;
    if (routine_.isFunction)
      results[next++] = invoke<double>(routine_.address, pointers);
    else
      invoke<void>(routine_.address, pointers);
    for (std::size_t i = 0; i < arguments_.size(); ++i)
      if (arguments_[i].isWritten) load(arguments_[i], storage[i], results, next);
    return true;
  }

  [[nodiscard]] std::string clause() const override {
    return externalClause("FORTRAN 77", routine_.name, arguments_, routine_.isFunction);
  }

 private:
  static std::pair<std::size_t, std::size_t> shapeOf(const HostArgument& argument) {
    const Dimensions& d = argument.dimensions;
    if (d.size() != 2) return {count(d), 1};
    return {static_cast<std::size_t>(d[0]), static_cast<std::size_t>(d[1])};
  }

  bool store(const HostArgument& argument, std::span<const double> given, std::size_t& next, Storage& storage,
             std::string& problem) const {
    storage.text = argument.text;
    if (argument.type == Type::string) return true;
    const auto [rows, columns] = shapeOf(argument);
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t i = 0; i < rows; ++i) {
        const double number = given[next + i * columns + j];
        if (!std::isfinite(number) || (argument.type != Type::real && std::fabs(number) > 2e9)) {
          problem = fmt::format("'{}' is given {}", routine_.name, number);
          return false;
        }
        if (argument.type == Type::real)
          storage.reals.push_back(number);
        else
          storage.integers.push_back(static_cast<std::int32_t>(number));
      }
    next += rows * columns;
    return true;
  }

  /// The address of what is large enough.
  static void* prepared(char kind, double size, Storage& storage) {
    const auto enough =
        static_cast<std::size_t>(std::max(size, 8.0));  // what a routine may write where nothing is asked
    switch (kind) {
      case '-': storage.text.resize(std::max<std::size_t>(storage.text.size(), 8), ' '); return storage.text.data();
      case '!': return reinterpret_cast<void*>(&selectNone);
      case '=':
      case '~': storage.reals.resize(std::max(storage.reals.size(), enough)); return storage.reals.data();
      case '@':
        storage.integers.resize(std::max(storage.integers.size(), enough), 1);
        for (std::int32_t& k : storage.integers)
          k = std::clamp(k, std::int32_t{1}, std::max(std::int32_t{1}, static_cast<std::int32_t>(size)));
        return storage.integers.data();
      default: storage.integers.resize(std::max(storage.integers.size(), enough)); return storage.integers.data();
    }
  }

  static void load(const HostArgument& argument, const Storage& storage, std::span<double> results, std::size_t& next) {
    const auto [rows, columns] = shapeOf(argument);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        results[next++] = argument.type == Type::real ? storage.reals[j * rows + i]
                                                      : static_cast<double>(storage.integers[j * rows + i]);
  }

  const Routine& routine_;
  std::vector<Parameter> parameters_;
  std::vector<HostArgument> arguments_;
};

/// Whether an argument of the model's is what the routine takes.
bool fitsKind(const HostArgument& argument, char kind) {
  switch (kind) {
    case '-': return argument.type == Type::string && !argument.text.empty();
    case '=': return argument.type == Type::real;
    case '~': return argument.type == Type::real && count(argument.dimensions) == 1;
    case 'i': return argument.type == Type::integer && count(argument.dimensions) == 1;
    default: return argument.type == Type::integer || argument.type == Type::boolean;
  }
}

}  // namespace

bool isLapackRoutine(std::string_view name) { return findRoutine(name) != nullptr; }

std::shared_ptr<const symbolic::HostFunction> makeLapackCall(std::string_view name, std::vector<HostArgument> arguments,
                                                             bool hasResult, std::string& problem) {
  const Routine& routine = *findRoutine(name);
  std::vector<Parameter> parameters = parametersOf(routine);
  if (arguments.size() != parameters.size() || hasResult != routine.isFunction) {
    problem = fmt::format("LAPACK's routine '{}' has {} arguments{}", name, parameters.size(),
                          routine.isFunction ? " and gives a number" : "");
    return nullptr;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!fitsKind(arguments[i], parameters[i].kind)) {
      problem =
          fmt::format("argument {} of LAPACK's routine '{}', {}, is of another type", i + 1, name, parameters[i].name);
      return nullptr;
    }
  return std::make_shared<const LapackCall>(routine, std::move(parameters), std::move(arguments));
}

}  // namespace dashpot::model
