// FunctionRef: a callable passed down a call without owning or allocating it.

#ifndef WHOSAID_DETAIL_FUNCTION_REF_H_
#define WHOSAID_DETAIL_FUNCTION_REF_H_

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace whosaid::detail {

template <typename Signature>
class FunctionRef;

// Refers to a callable that must outlive it. Empty when default-constructed.
template <typename R, typename... Args>
class FunctionRef<R(Args...)> {
 public:
  FunctionRef() = default;

  template <typename F>
  requires(!std::same_as<std::remove_cvref_t<F>, FunctionRef> &&
           std::is_invocable_r_v<R, F&, Args...> && std::is_object_v<std::remove_reference_t<F>>)
      FunctionRef(F&& callable)  // NOLINT(google-explicit-constructor): a lambda is passed as it is
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, Args... args) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<Args>(args)...);
        }) {}

  explicit operator bool() const { return call_ != nullptr; }
  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_ = nullptr;
  R (*call_)(void*, Args...) = nullptr;
};

}  // namespace whosaid::detail

#endif  // WHOSAID_DETAIL_FUNCTION_REF_H_
